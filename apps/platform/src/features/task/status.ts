import { and, eq, isNull, notExists, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/pool.ts'
import { type TaskRow, task } from './table.ts'

/** That recruit, or may again: what ended badly can be put back. */
export const RECRUITS: TaskRow['status'][] = ['recruiting', 'failed', 'stopped']
/** That have had their training, however it ended. */
export const TRAINED: TaskRow['status'][] = ['completed', 'failed', 'stopped']

/** Every change of a task's status; whoever asks for one holds the task, and has asked whether it may be. */

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
 * Fails every task that trains without work on it; `workOn` asks for that of the task in the outer query. One statement,
 * so that work queued meanwhile is either seen with its task's status or not at all. Answers the tasks' ids.
 */
export async function failIdle(db: Db, workOn: (taskId: AnyPgColumn) => SQLWrapper): Promise<string[]> {
  const isIdle = and(eq(task.status, 'training'), isNull(task.deleteTime), notExists(workOn(task.id)))
  const failed = await db.update(task).set({ status: 'failed' }).where(isIdle).returning({ id: task.id })
  return failed.map(({ id }) => id)
}
