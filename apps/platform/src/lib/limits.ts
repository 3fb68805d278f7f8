import { fail } from '@tessera/contract'
import { isLoopback } from '@tessera/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { rateLimits } from '../db/table.ts'
import { after } from './clock.ts'
import type { Deps } from './deps.ts'

/**
 * Counts one attempt under `key`; fails with `request.too-many` above `most` attempts in the window.
 * Pass the pool instead of a transaction, so that an attempt counts even if the request fails later.
 */
export async function limit(deps: Pick<Deps, 'db' | 'clock'>, key: string, most: number, windowMs: number) {
  if ((await countTry(deps, key, windowMs)) > most) fail('request.too-many')
}

/** Counts one attempt under `key`. Returns the number of attempts in the window, including this one. */
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
 * Limits wrong attempts under each of the keys. Each attempt is counted before its result is known, so that concurrent
 * attempts are limited like sequential ones. If the attempt was not wrong, its count is reverted.
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
 * Counts an attempt of one IP address. The limit does not apply to local programs (tests, the demo) if `CAPTCHA_ANSWER`
 * is set: an installation with that setting cannot be reached from outside.
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
 * Returns the network that counts as one address. For IPv6 these are the first 64 bits, because whoever holds an IPv6
 * address usually holds its whole /64 network.
 */
export function networkOf(address: string): string {
  const mapped = /(?:\d+\.){3}\d+$/.exec(address)?.[0]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  return `${[...head, ...filled, ...(tail ?? [])].slice(0, 4).join(':')}::/64`
}

/** Returns the keys under which the attempts of an address are counted; empty if the address is not limited. */
export function addressKeys({ settings }: Pick<Deps, 'settings'>, kind: string, address: string): string[] {
  return isProgramHere(settings, address) ? [] : [`${kind}:${networkOf(address)}`]
}

/** Returns whether address limits do not apply, because the caller is a local program and `CAPTCHA_ANSWER` is set. */
export const isProgramHere = ({ CAPTCHA_ANSWER }: Pick<Deps['settings'], 'CAPTCHA_ANSWER'>, address: string): boolean =>
  CAPTCHA_ANSWER !== undefined && (isLoopback(address) || isLoopback(networkOf(address)))
