import { fail } from '@tessera/contract'
import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { after, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { isProgramHere, networkOf } from '../../lib/limits.ts'
import type { UserRow } from './queries.ts'
import { loginFailures } from './table.ts'

/**
 * Number of consecutive failures after which the next attempt must wait (1, 2, 4 … seconds), and after which log-in is
 * locked. Names and accounts are counted per address, so that wrong passwords from one address do not lock a user out
 * elsewhere.
 */
const RULES = {
  name: { slowFrom: 3, most: 5 },
  account: { slowFrom: 3, most: 5 },
  /** Limits for a browser in which this user has logged in before. No other limits apply to attempts from it. */
  browser: { slowFrom: 3, most: 5 },
  /** Limits for one account, counted over all addresses. */
  everywhere: { slowFrom: 50, most: 100 },
  /** Limits for one address. They are higher, because many people can share an address. */
  address: { slowFrom: 20, most: 30 },
} as const
const MAX_WAIT_SECONDS = 4
export const LOCK_MS = 15 * MINUTE_MS
/** Separates the name from the address in a key. No user name contains this character. */
const AT = '\t'

type Place = Pick<Deps, 'db' | 'clock' | 'settings'>
type Kind = keyof typeof RULES
type Keys = Partial<Record<Kind, string>>
interface Failures {
  count: number
  lastTime: Date
}

/**
 * How a log-in attempt is counted: by a browser that the user has used before, or by a name (in lower case) and an
 * address.
 */
export type LoginTry = { browserId: string } | { name: string; address: string }

/** Returns how long the next attempt must wait after `count` consecutive failures, measured from the last failure. */
export function waitMs(kind: Kind, count: number): number {
  const { slowFrom, most } = RULES[kind]
  if (count >= most) return LOCK_MS
  return count < slowFrom ? 0 : Math.min(2 ** (count - slowFrom), MAX_WAIT_SECONDS) * SECOND_MS
}

/**
 * Allows one password check, or throws with the waiting time. The attempt is counted as failed before the check, so
 * that concurrent attempts cannot exceed sequential ones; a correct password reverts the count.
 * Names are counted as typed, whether an account has them or not, so that the response reveals nothing about accounts.
 */
export async function claimTry({ db, clock, settings }: Place, where: LoginTry): Promise<void> {
  const now = clock.now()
  const refusal = await claim(db, keysOf(settings, where), now)
  if (!refusal) return
  if (refusal.isLocked) fail('account.locked', { minutes: Math.ceil(refusal.leftMs / MINUTE_MS) })
  fail('account.slow-down', { seconds: Math.ceil(refusal.leftMs / SECOND_MS) })
}

function keysOf(settings: Place['settings'], where: LoginTry): Keys {
  if ('browserId' in where) return { browser: `browser:${where.browserId}` }
  const network = networkOf(where.address)
  const isCounted = !isProgramHere(settings, where.address)
  return { name: `name:${where.name}${AT}${network}`, ...(isCounted ? { address: `address:${network}` } : {}) }
}

/**
 * Counts an attempt for the account behind the name; an account has up to three names. Returns false instead of
 * throwing, because an error on the first attempt with a second name would reveal whose name it is.
 */
export async function claimAccount({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string, address: string) {
  const everywhere = `account:${userId}`
  const account = `${everywhere}${AT}${networkOf(address)}`
  return (await claim(db, { account, everywhere }, clock.now())) === undefined
}

/** Counts one failure under each key, unless an attempt under one of the keys must wait. */
function claim(db: Db, keys: Keys, now: Date) {
  return db.transaction(async (tx) => {
    for (const [kind, key] of Object.entries(keys) as [Kind, string][]) {
      const failures = await lockFailures(tx, key, now)
      const leftMs = leftOf(kind, failures, now)
      if (leftMs > 0) return { isLocked: failures.count >= RULES[kind].most, leftMs }
    }
    for (const key of Object.values(keys)) await addFailure(tx, key, now)
    return undefined
  })
}

/**
 * After a correct password, removes this user's failures in this place, and takes the attempt off the count of the
 * address.
 */
export async function forgetTry({ db }: Pick<Deps, 'db'>, user: UserRow, where: LoginTry) {
  if ('browserId' in where) {
    await db.delete(loginFailures).where(eq(loginFailures.key, `browser:${where.browserId}`))
    return
  }
  const network = networkOf(where.address)
  const here = failureKeysOf(user).map((key) => `${key}${AT}${network}`)
  const deleted = await db.delete(loginFailures).where(inArray(loginFailures.key, here)).returning()
  const own = deleted.find(({ key }) => key.startsWith('account:'))
  await takeBack(db, `account:${user.id}`, own?.count ?? 0)
  await takeBack(db, `address:${network}`, 1)
}

const takeBack = (db: Db, key: string, failures: number) =>
  db
    .update(loginFailures)
    .set({ count: sql`greatest(${loginFailures.count} - ${failures}, 0)` })
    .where(eq(loginFailures.key, key))

/** Clears the user's failures from every address, after a new password or when the operator unlocks the account. */
export async function forgetFailures({ db }: Pick<Deps, 'db'>, user: UserRow) {
  const isOf = failureKeysOf(user).map((key) =>
    or(eq(loginFailures.key, key), sql`starts_with(${loginFailures.key}, ${`${key}${AT}`})`),
  )
  await db.delete(loginFailures).where(or(...isOf))
}

const failureKeysOf = ({ id, usernameKey, phone, email }: UserRow): string[] => [
  `account:${id}`,
  ...[usernameKey, phone, email].flatMap((name) => (name ? [`name:${name}`] : [])),
]

function leftOf(kind: Kind, { count, lastTime }: Failures, now: Date): number {
  const wait = waitMs(kind, count)
  return wait === 0 ? 0 : after(lastTime, wait).getTime() - now.getTime()
}

/** Locks the row of the key until the transaction ends. Failures from before a lock no longer count. */
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
