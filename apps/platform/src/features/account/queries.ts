import { composed } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** Returns the key by which names are compared: case and the encoding of accents do not matter. */
export const nameKeyOf = (name: string): string => composed(name).trim().toLowerCase()

/** Finds a user by user name, phone or e-mail, the three names with which users log in. */
export async function findUserByName(db: Db, name: string): Promise<UserRow | undefined> {
  const key = nameKeyOf(name)
  const [user] = await db
    .select()
    .from(users)
    .where(and(isNull(users.deleteTime), or(eq(users.usernameKey, key), eq(users.phone, key), eq(users.email, key))))
  return user
}

/**
 * Returns the key that replaces a deleted account's name. The key keeps the name reserved, because edges identify
 * signers by user name. The key is longer than any user name, so it never equals a user name.
 */
export const goneKeyOf = (usernameKey: string) => `deleted ${sha256(usernameKey)}`

export async function isNameTaken(db: Db, username: string): Promise<boolean> {
  if (await findUserByName(db, username)) return true
  return (await db.$count(users, eq(users.usernameKey, goneKeyOf(nameKeyOf(username))))) > 0
}

export async function findUserByContact(db: Db, receiver: string): Promise<UserRow | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.phone, receiver), eq(users.email, receiver)))
  return user
}

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return user
}

export async function listUsersByIds(db: Db, userIds: string[]): Promise<UserRow[]> {
  return userIds.length === 0 ? [] : db.select().from(users).where(inArray(users.id, userIds))
}

export async function isAccountPicture(db: Db, path: string): Promise<boolean> {
  return (await db.$count(users, eq(users.avatar, path))) > 0
}

export const presentUser = ({ id, username, displayName, avatar }: UserRow) => ({ id, username, displayName, avatar })
