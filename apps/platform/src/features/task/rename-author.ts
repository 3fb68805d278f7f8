import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { registration, task } from './table.ts'

/** Renames the author of tasks and registrations, which remain after the user's account is deleted. */
export async function renameTaskAuthor(tx: Db, userId: string, createdBy: string) {
  await tx.update(task).set({ createdBy }).where(eq(task.createdByUserId, userId))
  await tx.update(registration).set({ createdBy }).where(eq(registration.createdByUserId, userId))
}
