import { and, eq, isNull, notExists, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/pool.ts'
import { type TaskRow, task } from './table.ts'

/** Statuses that recruit or may recruit again: a failed or stopped task can be resubmitted. */
export const RECRUITS: TaskRow['status'][] = ['recruiting', 'failed', 'stopped']
/** Statuses of a task whose training has ended, whether it succeeded or not. */
export const TRAINED: TaskRow['status'][] = ['completed', 'failed', 'stopped']

/**
 * Functions that change a task's status. The caller must have locked the task and checked that the change is allowed.
 */

export const markDisbanded = (tx: Db, taskId: string) => setStatus(tx, taskId, 'disbanded')

export const beginTraining = (tx: Db, taskId: string) => setStatus(tx, taskId, 'training')

export const endTraining = (tx: Db, taskId: string, status: 'completed' | 'failed' | 'stopped') =>
  setStatus(tx, taskId, status)

export const recruitAgain = (tx: Db, taskId: string) => setStatus(tx, taskId, 'recruiting')

async function setStatus(tx: Db, taskId: string, status: TaskRow['status']): Promise<TaskRow | undefined> {
  const [row] = await tx.update(task).set({ status }).where(eq(task.id, taskId)).returning()
  return row
}

/**
 * Fails every task that has the status `training`, has no active work and is not deleted. Returns the ids of these
 * tasks. `workOn` builds the subquery for a task's active work. A single SQL statement reads status and work from the
 * same snapshot, so that a task whose work is queued concurrently is not failed.
 */
export async function failIdle(db: Db, workOn: (taskId: AnyPgColumn) => SQLWrapper): Promise<string[]> {
  const isIdle = and(eq(task.status, 'training'), isNull(task.deleteTime), notExists(workOn(task.id)))
  const failed = await db.update(task).set({ status: 'failed' }).where(isIdle).returning({ id: task.id })
  return failed.map(({ id }) => id)
}
