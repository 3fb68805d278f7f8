import { composed, type ErrorCode, fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { rethrowDuplicate } from '../../db/rethrow-duplicate.ts'
import { record } from '../../lib/audit.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { limitAddress } from '../../lib/limits.ts'
import { checkCode, consumeCode } from './codes.ts'
import { decryptPassword, hashPassword } from './passwords.ts'
import { type Contact, checkPassword, checkUsername, readContact } from './policy.ts'
import { findUserByContact, isNameTaken, nameKeyOf, presentUser, type UserRow } from './queries.ts'
import { startSession } from './sessions.ts'
import { users } from './table.ts'

const CHECKS_AN_HOUR = 10
export const TAKEN = {
  account_phone_unique: 'account.phone-taken',
  account_email_unique: 'account.email-taken',
  account_username_key_unique: 'account.username-taken',
} satisfies Record<string, ErrorCode>

type Named = Contact & { username?: string | undefined }

export interface Registration extends Contact {
  username: string
  password: string
  code: string
}

export async function register(deps: Deps, input: Registration, address: string) {
  const { db, clock } = deps
  const { kind, receiver } = readContact(input)
  const username = checkUsername(input.username.trim())
  const password = checkPassword(await decryptPassword(deps, input.password))
  await checkCode(deps, receiver, ['register'], input.code)
  await checkFree(deps, { username, [kind]: receiver }, address)

  const passwordHash = await hashPassword(password, receiver)
  const user = newUser({ username, kind, receiver, passwordHash }, clock.now())
  const { token } = await db
    .transaction(async (tx) => {
      await consumeCode(tx, receiver, 'register', input.code)
      await tx.insert(users).values(user)
      const started = await startSession(tx, user.id, clock.now())
      await record(tx, 'account.registered', { userId: user.id, sessionId: started.sessionId })
      return started
    })
    .catch((error) => rethrowDuplicate(error, TAKEN))
  return { token, user: presentUser(user) }
}

export function newUser(
  {
    username,
    kind,
    receiver,
    passwordHash,
  }: ReturnType<typeof readContact> & Pick<UserRow, 'username' | 'passwordHash'>,
  now: Date,
): UserRow {
  return {
    id: newId(),
    username: composed(username),
    usernameKey: nameKeyOf(username),
    displayName: composed(username),
    phone: kind === 'phone' ? receiver : null,
    email: kind === 'email' ? receiver : null,
    passwordHash,
    avatar: null,
    isDemo: false,
    createTime: now,
    lockedTime: null,
    deleteTime: null,
  }
}

/**
 * Fails if a name or contact is taken. The answer reveals whether an account exists, so calls are limited per address.
 * An ordinary registration makes four calls: for the phone or e-mail, for its code, for the user name, and at the end.
 */
export async function checkFree(deps: Pick<Deps, 'db' | 'clock' | 'settings'>, named: Named, address: string) {
  await limitAddress(deps, 'unique', address, CHECKS_AN_HOUR, HOUR_MS)
  await refuseTaken(deps.db, named)
}

/** Fails if a name or contact is taken. Does not limit the number of calls. */
export async function refuseTaken(db: Db, { username, phone, email }: Named) {
  if (username && (await isNameTaken(db, username))) fail('account.username-taken')
  if (phone && (await findUserByContact(db, phone))) fail('account.phone-taken')
  if (email && (await findUserByContact(db, email.toLowerCase()))) fail('account.email-taken')
}
