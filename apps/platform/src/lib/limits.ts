import { fail } from '@tessera/contract'
import { isLoopback } from '@tessera/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { rateLimits } from '../db/table.ts'
import { after } from './clock.ts'
import type { Deps } from './deps.ts'

/**
 * Counts one try under `key`; more than `most` within the window end in `request.too-many`.
 * Give it the pool, not a transaction: a try counts even if what follows fails.
 */
export async function limit(deps: Pick<Deps, 'db' | 'clock'>, key: string, most: number, windowMs: number) {
  if ((await countTry(deps, key, windowMs)) > most) fail('request.too-many')
}

/** Counts one try under `key`, and answers how many there were within the window, this one with them. */
export async function countTry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  windowMs: number,
): Promise<number> {
  const now = clock.now()
  const expired = sql`${rateLimits.windowStart} <= ${after(now, -windowMs).toISOString()}::timestamptz`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, windowStart: now, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${expired} then 1 else ${rateLimits.count} + 1 end`,
        windowStart: sql`case when ${expired} then ${now.toISOString()}::timestamptz else ${rateLimits.windowStart} end`,
      },
    })
    .returning({ count: rateLimits.count })
  return row?.count ?? 0
}

/**
 * Of these tries only wrong ones count, under each of the keys. Each is counted before it is known which it is, so that
 * many at once are held up like many in a row, and taken off again when it was not wrong.
 */
export async function limitWrong<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  keys: string[],
  { most, windowMs, isWrong }: { most: number; windowMs: number; isWrong: (error: unknown) => boolean },
  work: () => Promise<T>,
): Promise<T> {
  const counted: string[] = []
  const takeOff = async () => {
    for (const key of counted) {
      const isCounted = and(eq(rateLimits.key, key), gt(rateLimits.count, 0))
      await deps.db
        .update(rateLimits)
        .set({ count: sql`${rateLimits.count} - 1` })
        .where(isCounted)
    }
  }
  try {
    for (const key of keys) {
      counted.push(key)
      await limit(deps, key, most, windowMs)
    }
    const result = await work()
    await takeOff()
    return result
  } catch (error) {
    if (!isWrong(error)) await takeOff()
    throw error
  }
}

/**
 * Counts a try of one address. Programs on this very machine that were given `CAPTCHA_ANSWER` (tests, the demo) are not
 * held up: from outside, an installation with that setting cannot be reached.
 */
export async function limitAddress(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  kind: string,
  address: string,
  most: number,
  windowMs: number,
) {
  for (const key of addressKeys(deps, kind, address)) await limit(deps, key, most, windowMs)
}

/** What counts as one address: of IPv6 the first 64 bits, since whoever has one address there has all that share them. */
export function networkOf(address: string): string {
  const mapped = /(?:\d+\.){3}\d+$/.exec(address)?.[0]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  return `${[...head, ...filled, ...(tail ?? [])].slice(0, 4).join(':')}::/64`
}

/** Under which key an address's tries count; none where they do not. */
export function addressKeys({ settings }: Pick<Deps, 'settings'>, kind: string, address: string): string[] {
  return isProgramHere(settings, address) ? [] : [`${kind}:${networkOf(address)}`]
}

/** Whether limits of an address do not apply: programs on this machine that were given `CAPTCHA_ANSWER` are not held up. */
export const isProgramHere = ({ CAPTCHA_ANSWER }: Pick<Deps['settings'], 'CAPTCHA_ANSWER'>, address: string): boolean =>
  CAPTCHA_ANSWER !== undefined && (isLoopback(address) || isLoopback(networkOf(address)))
