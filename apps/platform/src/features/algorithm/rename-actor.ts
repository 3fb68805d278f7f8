import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { activity } from './table.ts'

/** Renames a user in their activity entries. The entries remain after the user is deleted. */
export async function renameActor(tx: Db, userId: string, userName: string) {
  const named = { userName }
  const content = sql`${activity.content} || ${JSON.stringify(named)}::jsonb`
  await tx.update(activity).set({ userName, content }).where(eq(activity.userId, userId))
}
