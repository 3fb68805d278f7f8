import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { notifications } from '../../db/table.ts'
import { socketTokens } from './table.ts'

/** Deletes the notices sent to a user, and replaces the user's name in the notices of other users. */
export async function forgetNotices(tx: Db, userId: string, formerName: string, person: string) {
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await tx.delete(socketTokens).where(eq(socketTokens.userId, userId))
  const named = JSON.stringify({ person })
  await tx
    .update(notifications)
    .set({ params: sql`${notifications.params} || ${named}::jsonb` })
    .where(eq(sql`${notifications.params} ->> 'person'`, formerName))
}
