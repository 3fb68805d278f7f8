import { randomInt } from 'node:crypto'
import { fail } from '@tessera/contract'
import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { rethrowDuplicate } from '../../db/rethrow-duplicate.ts'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { forgetFailures } from './lockout.ts'
import { hashPassword } from './passwords.ts'
import { type Contact, checkPassword, checkUsername, readContact } from './policy.ts'
import { findUserByName, type UserRow } from './queries.ts'
import { newUser, refuseTaken, TAKEN } from './register.ts'
import { endSessions } from './sessions.ts'
import { feedback, users } from './table.ts'

/**
 * Account actions that only the operator performs, on the machine itself. `by` is the name of the operating system's
 * user.
 */

const PLAIN = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Returns a new password of the highest strength that our rules allow, without characters that look alike. */
export function newPassword(): string {
  const plain = Array.from({ length: 13 }, () => PLAIN[randomInt(PLAIN.length)]).join('')
  return `${plain}@${randomInt(2, 10)}${PLAIN[randomInt(24)]}`
}

export async function createUser(
  { db, clock }: Deps,
  input: Contact & { username: string; password: string },
  by: string,
): Promise<UserRow> {
  const { kind, receiver } = readContact(input)
  const username = checkUsername(input.username.trim())
  const password = checkPassword(input.password)
  await refuseTaken(db, { username, [kind]: receiver })
  const passwordHash = await hashPassword(password, by)
  const user = newUser({ username, kind, receiver, passwordHash }, clock.now())
  await db
    .transaction(async (tx) => {
      await tx.insert(users).values(user)
      await record(tx, 'operator.user-created', { userId: user.id, by })
    })
    .catch((error) => rethrowDuplicate(error, TAKEN))
  return user
}

/** Locks an account: its sessions end at once in every process, and it cannot log in until it is unlocked. */
export async function lockUser({ db, bus, clock }: Deps, name: string, by: string): Promise<UserRow> {
  const user = await requireUser(db, name)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ lockedTime: clock.now() }).where(eq(users.id, user.id))
    await endSessions({ db: tx, bus }, { userId: user.id })
    await record(tx, 'operator.user-locked', { userId: user.id, by })
  })
  return user
}

/** Unlocks an account that the operator locked or that is locked after too many wrong passwords. */
export async function unlockUser({ db }: Deps, name: string, by: string): Promise<UserRow> {
  const user = await requireUser(db, name)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ lockedTime: null }).where(eq(users.id, user.id))
    await forgetFailures({ db: tx }, user)
    await record(tx, 'operator.user-unlocked', { userId: user.id, by })
  })
  return user
}

/** Sets a password and ends every session of the user. */
export async function givePassword({ db, bus }: Deps, name: string, password: string, by: string): Promise<UserRow> {
  const user = await requireUser(db, name)
  const passwordHash = await hashPassword(checkPassword(password), by)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await forgetFailures({ db: tx }, user)
    await endSessions({ db: tx, bus }, { userId: user.id })
    await record(tx, 'operator.password-reset', { userId: user.id, by })
  })
  return user
}

export async function listUsers({ db }: Pick<Deps, 'db'>, by: string): Promise<UserRow[]> {
  await record(db, 'operator.users-listed', { by })
  return db.select().from(users).where(isNull(users.deleteTime)).orderBy(asc(users.createTime))
}

export async function listFeedback({ db }: Pick<Deps, 'db'>, by: string) {
  await record(db, 'operator.feedback-read', { by })
  return db
    .select({ feedback, username: users.username })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId))
    .orderBy(asc(feedback.createTime))
}

/** Returns false if there is no feedback with this id. */
export async function deleteFeedback({ db }: Pick<Deps, 'db'>, id: string, by: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx.delete(feedback).where(eq(feedback.id, id)).returning()
    if (deleted) await record(tx, 'operator.feedback-deleted', { feedbackId: id, userId: deleted.userId, by })
    return deleted !== undefined
  })
}

async function requireUser(db: Db, name: string): Promise<UserRow> {
  const user = await findUserByName(db, name)
  return user && !user.deleteTime ? user : fail('account.not-found', { name })
}
