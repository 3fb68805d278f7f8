import { fail } from '@tessera/contract'
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
