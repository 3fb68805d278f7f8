import { fail } from '@tessera/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { loginFailures } from './table.ts'

/** Failures in a row after which an account, or an address, waits; and how long. */
export const MOST_FAILURES = { account: 5, address: 30 } as const
export const LOCK_MS = 15 * MINUTE_MS

type Place = Pick<Deps, 'db' | 'clock'>
/** Names that nobody has are counted too, so that a lock tells nothing. */
export interface LoginTry {
  name: string
  address: string
}
const keysOf = ({ name, address }: LoginTry) => ({ account: `account:${name}`, address: `address:${address}` })

export async function checkNotLocked({ db, clock }: Place, tried: LoginTry) {
  const keys = keysOf(tried)
  const rows = await db
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, Object.values(keys)))
  for (const kind of ['account', 'address'] as const) {
    const row = rows.find(({ key }) => key === keys[kind])
    if (!row || row.count < MOST_FAILURES[kind]) continue
    const leftMs = after(row.lastTime, LOCK_MS).getTime() - clock.now().getTime()
    if (leftMs > 0) fail('account.locked', { minutes: Math.ceil(leftMs / MINUTE_MS) })
  }
}

export async function countFailure({ db, clock }: Place, tried: LoginTry) {
  const now = clock.now()
  const isOld = sql`${loginFailures.lastTime} <= ${after(now, -LOCK_MS).toISOString()}::timestamptz`
  await db
    .insert(loginFailures)
    .values(Object.values(keysOf(tried)).map((key) => ({ key, count: 1, lastTime: now })))
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: { count: sql`case when ${isOld} then 1 else ${loginFailures.count} + 1 end`, lastTime: now },
    })
}

export async function forgetFailures({ db }: Pick<Deps, 'db'>, name: string) {
  await db.delete(loginFailures).where(eq(loginFailures.key, `account:${name}`))
}
