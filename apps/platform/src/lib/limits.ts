import { fail } from '@tessera/contract'
import { isLoopback } from '@tessera/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { rateLimits } from '../db/table.ts'
import { after } from './clock.ts'
import type { Deps } from './deps.ts'

/**
 * Counts one try under `key`; fails with `request.too-many` above `most` tries in the window.
 * Pass the pool, not a transaction: a try counts even if the request fails later.
 */
export async function limit(deps: Pick<Deps, 'db' | 'clock'>, key: string, most: number, windowMs: number) {
  if ((await countTry(deps, key, windowMs)) > most) fail('request.too-many')
}

/** Counts one try under `key`, and returns the number of tries in the window, including this one. */
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
 * Limits wrong tries, under each of the keys. Each try is counted before the result is known, so that concurrent tries
 * are limited like sequential ones; the count is reverted if it was not wrong.
 */
export async function limitWrong<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  keys: string[],
  { most, windowMs, isWrong }: { most: number; windowMs: number; isWrong: (error: unknown) => boolean },
  work: () => Promise<T>,
): Promise<T> {
  const counted: string[] = []
  const uncount = async () => {
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
    await uncount()
    return result
  } catch (error) {
    if (!isWrong(error)) await uncount()
    throw error
  }
}

/**
 * Counts a try of one address. Local programs that have `CAPTCHA_ANSWER` (tests, the demo) are not limited: an
 * installation with that setting cannot be reached from outside.
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

/**
 * Returns what counts as one address: for IPv6 the first 64 bits, because the holder of an address has its whole /64.
 */
export function networkOf(address: string): string {
  const mapped = /(?:\d+\.){3}\d+$/.exec(address)?.[0]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  return `${[...head, ...filled, ...(tail ?? [])].slice(0, 4).join(':')}::/64`
}

/** Returns the keys under which an address's tries are counted; empty if they are not. */
export function addressKeys({ settings }: Pick<Deps, 'settings'>, kind: string, address: string): string[] {
  return isProgramHere(settings, address) ? [] : [`${kind}:${networkOf(address)}`]
}

/** Whether address limits do not apply, because the caller is a local program with `CAPTCHA_ANSWER`. */
export const isProgramHere = ({ CAPTCHA_ANSWER }: Pick<Deps['settings'], 'CAPTCHA_ANSWER'>, address: string): boolean =>
  CAPTCHA_ANSWER !== undefined && (isLoopback(address) || isLoopback(networkOf(address)))
