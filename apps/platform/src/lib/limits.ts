import { fail } from '@tessera/contract'
import { isLoopback } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { rateLimits } from '../db/table.ts'
import { after } from './clock.ts'
import type { Deps } from './deps.ts'

/**
 * Counts one try under `key`; more than `most` within the window end in `request.too-many`.
 * Give it the pool, not a transaction: a try counts even if what follows fails.
 */
export async function limit({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, most: number, windowMs: number) {
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
  if (row && row.count > most) fail('request.too-many')
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
  if (deps.settings.CAPTCHA_ANSWER !== undefined && isLoopback(address)) return
  await limit(deps, `${kind}:${address}`, most, windowMs)
}
