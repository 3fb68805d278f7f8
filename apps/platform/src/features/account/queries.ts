import { eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** By user name, phone or e-mail, as people log in. */
export async function findUserByName(db: Db, name: string): Promise<UserRow | undefined> {
  const key = name.trim().toLowerCase()
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, key), eq(users.phone, key), eq(users.email, key)))
  return user
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

export const presentUser = ({ id, username, displayName, avatar }: UserRow) => ({ id, username, displayName, avatar })
