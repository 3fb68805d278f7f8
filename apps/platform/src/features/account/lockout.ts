import { fail } from '@tessera/contract'
import { isLoopback } from '@tessera/server'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { after, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import type { UserRow } from './queries.ts'
import { loginFailures } from './table.ts'

/** Failures in a row after which the next try waits (1, 2, 4 … seconds), and after which there is a lock. */
const RULES = {
  name: { slowFrom: 3, most: 5 },
  account: { slowFrom: 3, most: 5 },
  // Many people share an address: they wait a little, and late.
  address: { slowFrom: 20, most: 30 },
} as const
const MOST_WAIT_SECONDS = 4
export const LOCK_MS = 15 * MINUTE_MS

type Place = Pick<Deps, 'db' | 'clock' | 'settings'>
type Kind = keyof typeof RULES
interface Failures {
  count: number
  lastTime: Date
}

export interface LoginTry {
  /** As typed, in lower case. */
  name: string
  address: string
}

/** How long after `count` failures in a row the next try has to wait; it begins with the last one. */
export function waitMs(kind: Kind, count: number): number {
  const { slowFrom, most } = RULES[kind]
  if (count >= most) return LOCK_MS
  return count < slowFrom ? 0 : Math.min(2 ** (count - slowFrom), MOST_WAIT_SECONDS) * SECOND_MS
}

/**
 * Leave to check one password, or it throws how long to wait. The try is counted as failed before it is checked, so that
 * many at once are no more than those one after the other; a right password takes that back.
 * Counted by the name as typed, whether anybody has it or not: what is said tells nothing about accounts.
 */
export async function claimTry({ db, clock, settings }: Place, { name, address }: LoginTry): Promise<void> {
  const now = clock.now()
  // As for all limits of an address: programs on this machine that were given `CAPTCHA_ANSWER` are not held up.
  const isProgramHere = settings.CAPTCHA_ANSWER !== undefined && isLoopback(address)
  const keys = { name: `name:${name}`, ...(isProgramHere ? {} : { address: `address:${address}` }) }
  const refusal = await db.transaction(async (tx) => {
    for (const [kind, key] of Object.entries(keys) as [keyof typeof keys, string][]) {
      const failures = await lockFailures(tx, key, now)
      const leftMs = leftOf(kind, failures, now)
      if (leftMs > 0) return { isLocked: failures.count >= RULES[kind].most, leftMs }
    }
    for (const key of Object.values(keys)) await addFailure(tx, key, now)
    return undefined
  })
  if (!refusal) return
  if (refusal.isLocked) fail('account.locked', { minutes: Math.ceil(refusal.leftMs / MINUTE_MS) })
  fail('account.slow-down', { seconds: Math.ceil(refusal.leftMs / SECOND_MS) })
}

/**
 * The same for the account behind the name, which has up to three names. It answers rather than throws: were a second
 * name's first try refused, that would tell whose name it is.
 */
export async function claimAccount({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<boolean> {
  const now = clock.now()
  const key = `account:${userId}`
  return db.transaction(async (tx) => {
    if (leftOf('account', await lockFailures(tx, key, now), now) > 0) return false
    await addFailure(tx, key, now)
    return true
  })
}

/** After a right password: the account and its names begin anew, and the address is given its try back. */
export async function forgetFailures({ db }: Pick<Deps, 'db'>, user: UserRow, address?: string) {
  await db.delete(loginFailures).where(inArray(loginFailures.key, failureKeysOf(user)))
  if (address === undefined) return
  await db
    .update(loginFailures)
    .set({ count: sql`greatest(${loginFailures.count} - 1, 0)` })
    .where(eq(loginFailures.key, `address:${address}`))
}

export const failureKeysOf = ({ id, usernameKey, phone, email }: UserRow): string[] => [
  `account:${id}`,
  ...[usernameKey, phone, email].flatMap((name) => (name ? [`name:${name}`] : [])),
]

function leftOf(kind: Kind, { count, lastTime }: Failures, now: Date): number {
  const wait = waitMs(kind, count)
  return wait === 0 ? 0 : after(lastTime, wait).getTime() - now.getTime()
}

/** The row stays locked until the transaction ends; what is older than a lock counts no more. */
async function lockFailures(tx: Db, key: string, now: Date): Promise<Failures> {
  const [row] = await tx
    .insert(loginFailures)
    .values({ key, count: 0, lastTime: now })
    .onConflictDoUpdate({ target: loginFailures.key, set: { key } })
    .returning()
  const isOld = !row || after(row.lastTime, LOCK_MS) <= now
  return isOld ? { count: 0, lastTime: now } : row
}

async function addFailure(tx: Db, key: string, now: Date) {
  const isOld = sql`${loginFailures.lastTime} <= ${after(now, -LOCK_MS).toISOString()}::timestamptz`
  await tx
    .update(loginFailures)
    .set({ count: sql`case when ${isOld} then 1 else ${loginFailures.count} + 1 end`, lastTime: now })
    .where(eq(loginFailures.key, key))
}
