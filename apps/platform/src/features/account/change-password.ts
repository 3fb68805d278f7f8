import { fail } from '@tessera/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { limit } from '../../lib/limits.ts'
import { checkCode, consumeCode } from './codes.ts'
import { forgetFailures } from './lockout.ts'
import { decryptPassword, hashPassword, verifyPassword } from './passwords.ts'
import { type Contact, checkPassword, readContact } from './policy.ts'
import { findUser, findUserByContact, type UserRow } from './queries.ts'
import { endSessions } from './sessions.ts'
import { users } from './table.ts'

const TRIES_AN_HOUR = 10

/** Changes the password, if the old password is correct, and ends the user's other sessions. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  input: { oldPassword: string; password: string; confirmation: string },
) {
  const password = await decryptPassword(deps, input.password)
  if (password !== (await decryptPassword(deps, input.confirmation))) fail('account.password-mismatch')
  checkPassword(password)
  await checkOwnPassword(deps, actor, input.oldPassword)
  await setPassword(deps, actor.userId, password, { except: actor.sessionId })
}

/**
 * Fails unless this encrypted password is the caller's. The number of attempts is limited, because the session may be
 * stolen.
 */
export async function checkOwnPassword(deps: Deps, { userId }: Actor, encrypted: string): Promise<UserRow> {
  await limit(deps, `password:${userId}`, TRIES_AN_HOUR, HOUR_MS)
  const password = await decryptPassword(deps, encrypted)
  const user = (await findUser(deps.db, userId)) ?? fail('session.expired')
  if (!(await verifyPassword(user.passwordHash, password, userId))) fail('account.old-password-wrong')
  return user
}

/** Resets the password with a code sent to the account's phone or address, and ends every session of the user. */
export async function resetPassword(deps: Deps, input: Contact & { password: string; code: string }) {
  const { receiver } = readContact(input)
  const password = checkPassword(await decryptPassword(deps, input.password))
  await checkCode(deps, receiver, ['reset'], input.code)
  const user = (await findUserByContact(deps.db, receiver)) ?? fail('account.code-wrong')
  if (user.lockedTime) fail('account.suspended')
  await setPassword(deps, user.id, password, { code: input.code, receiver })
  await forgetFailures(deps, user)
}

async function setPassword(
  { db, bus }: Deps,
  userId: string,
  password: string,
  how: { except: string } | { code: string; receiver: string },
) {
  const passwordHash = await hashPassword(password, userId)
  await db.transaction(async (tx) => {
    if ('code' in how) await consumeCode(tx, how.receiver, 'reset', how.code)
    const isTheirs = and(eq(users.id, userId), isNull(users.deleteTime))
    const changed = await tx.update(users).set({ passwordHash }).where(isTheirs).returning({ id: users.id })
    if (changed.length === 0) fail('session.expired')
    await endSessions({ db: tx, bus }, { userId, ...('except' in how ? how : {}) })
    await record(tx, 'account.password-changed', { userId })
  })
}
