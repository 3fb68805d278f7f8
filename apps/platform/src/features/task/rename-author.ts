import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { registration, task } from './table.ts'

/** What somebody made in tasks stays, under another name. */
export async function renameTaskAuthor(tx: Db, userId: string, createdBy: string) {
  await tx.update(task).set({ createdBy }).where(eq(task.createdByUserId, userId))
  await tx.update(registration).set({ createdBy }).where(eq(registration.createdByUserId, userId))
}

/** Whether the party takes part in a task that recruits or trains. */
export async function hasOpenTasks(db: Db, partyId: string): Promise<boolean> {
  const isOpen = and(inArray(task.status, ['recruiting', 'training']), isNull(task.deleteTime))
  const [open] = await db
    .select({ id: task.id })
    .from(registration)
    .innerJoin(task, eq(task.id, registration.taskId))
    .where(and(eq(registration.partyId, partyId), eq(registration.status, 'joined'), isOpen))
    .limit(1)
  return open !== undefined
}
