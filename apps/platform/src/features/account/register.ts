import { AppError, type ErrorCode, fail } from '@tessera/contract'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { checkCode, consumeCode } from './codes.ts'
import { decryptPassword, hashPassword } from './passwords.ts'
import { type Contact, checkPassword, checkUsername, readContact } from './policy.ts'
import { findUserByContact, findUserByName, presentUser, type UserRow } from './queries.ts'
import { startSession } from './sessions.ts'
import { users } from './table.ts'

const TAKEN = {
  account_phone_unique: 'account.phone-taken',
  account_email_unique: 'account.email-taken',
  account_username_key_unique: 'account.username-taken',
} satisfies Record<string, ErrorCode>

export interface Registration extends Contact {
  username: string
  password: string
  code: string
}

export async function register(deps: Deps, input: Registration) {
  const { db, clock } = deps
  const { kind, receiver } = readContact(input)
  const username = checkUsername(input.username.trim())
  const password = checkPassword(await decryptPassword(deps, input.password))
  await checkCode(deps, receiver, 'register', input.code)
  await checkFree(deps, { username, [kind]: receiver })

  const user: UserRow = {
    id: newId(),
    username,
    usernameKey: username.toLowerCase(),
    displayName: username,
    phone: kind === 'phone' ? receiver : null,
    email: kind === 'email' ? receiver : null,
    passwordHash: await hashPassword(password),
    avatar: null,
    createTime: clock.now(),
  }
  const token = await db
    .transaction(async (tx) => {
      await consumeCode(tx, receiver, 'register', input.code)
      await tx.insert(users).values(user)
      const started = await startSession(tx, user.id, clock.now())
      await record(tx, 'account.registered', { userId: user.id })
      return started
    })
    .catch(sayTaken)
  return { token, user: presentUser(user) }
}

/** Fails with what is taken. */
export async function checkFree(
  { db }: Pick<Deps, 'db'>,
  { username, phone, email }: Contact & { username?: string | undefined },
) {
  if (username && (await findUserByName(db, username))) fail('account.username-taken')
  if (phone && (await findUserByContact(db, phone))) fail('account.phone-taken')
  if (email && (await findUserByContact(db, email.toLowerCase()))) fail('account.email-taken')
}

/** Two who register the same name at once: the database lets one through. */
function sayTaken(error: unknown): never {
  const cause = (error as { cause?: unknown }).cause ?? error
  const constraint = (cause as { constraint?: string }).constraint
  if (constraint && constraint in TAKEN) throw new AppError(TAKEN[constraint as keyof typeof TAKEN])
  throw error
}
