import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { rateLimits } from '../../db/table.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { DELETED_NAME } from '../../lib/deleted-name.ts'
import type { Deps } from '../../lib/deps.ts'
import { checkOwnPassword } from './change-password.ts'
import { codeLimitKeys } from './codes.ts'
import { forgetFailures } from './lockout.ts'
import { goneKeyOf, type UserRow } from './queries.ts'
import { endSessions } from './sessions.ts'
import { codes, feedback, marketTokens, users } from './table.ts'

/**
 * Deletes a user's data in the features beyond accounts, in the transaction that deletes the account. Throws if a
 * feature forbids the deletion. Returns the function that writes the log entries.
 */
export type ForgetPerson = (tx: Db, deps: Pick<Deps, 'bus' | 'clock'>, user: UserRow) => Promise<() => Promise<void>>

/**
 * Deletes the account permanently. The row stays without any identifying data, so that objects which the user created
 * still refer to an existing id.
 */
export async function deleteAccount(deps: Deps, forgetPerson: ForgetPerson, actor: Actor, password: string) {
  const { bus, clock } = deps
  const user = await checkOwnPassword(deps, actor, password)
  await deps.db.transaction(async (tx) => {
    const recordForgotten = await forgetPerson(tx, deps, user)
    await endSessions({ db: tx, bus }, { userId: user.id })
    await tx.delete(codes).where(inArray(codes.receiver, contactsOf(user)))
    const limits = contactsOf(user).flatMap(codeLimitKeys)
    await tx.delete(rateLimits).where(inArray(rateLimits.key, limits))
    await forgetFailures({ db: tx }, user)
    await tx.delete(feedback).where(eq(feedback.userId, user.id))
    await tx.delete(marketTokens).where(eq(marketTokens.userId, user.id))
    const nobody = {
      usernameKey: goneKeyOf(user.usernameKey),
      username: DELETED_NAME,
      displayName: DELETED_NAME,
      phone: null,
      email: null,
      avatar: null,
      passwordHash: '',
      deleteTime: clock.now(),
    }
    await tx.update(users).set(nobody).where(eq(users.id, user.id))
    await recordForgotten()
    await record(tx, 'account.deleted', { userId: user.id })
  })
}

const contactsOf = ({ phone, email }: UserRow) => [phone, email].filter((contact) => contact !== null)
