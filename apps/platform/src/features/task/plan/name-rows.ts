import type { PartyNames } from '@tessera/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/pool.ts'
import { type PartyNamesRow, partyNames } from '../table.ts'

export async function listNames(db: Db, taskIds: string[]): Promise<PartyNamesRow[]> {
  if (taskIds.length === 0) return []
  return db.select().from(partyNames).where(inArray(partyNames.taskId, taskIds)).orderBy(partyNames.partyId)
}

export async function putNames(
  tx: Db,
  row: { taskId: string; partyId: string; datasetId: string; names: PartyNames; confirmTime: Date },
) {
  const { taskId: _taskId, partyId: _partyId, ...values } = row
  const target = [partyNames.taskId, partyNames.partyId]
  await tx.insert(partyNames).values(row).onConflictDoUpdate({ target, set: values })
}

/** Removes what a party confirmed about its rows, because it left or chose other data. */
export async function removeNames(tx: Db, taskId: string, partyId: string) {
  await tx.delete(partyNames).where(and(eq(partyNames.taskId, taskId), eq(partyNames.partyId, partyId)))
}

/** Removes all confirmations after columns, label or algorithm changed: every party must confirm again. */
export async function removeNamesOfAll(tx: Db, taskId: string) {
  await tx.delete(partyNames).where(eq(partyNames.taskId, taskId))
}

/**
 * Copies all names, including those of parties outside the clone, so that plan and tickets are the same as the task's.
 */
export async function copyNames(tx: Db, fromTaskId: string, taskId: string) {
  const rows = await listNames(tx, [fromTaskId])
  if (rows.length > 0) await tx.insert(partyNames).values(rows.map((row) => ({ ...row, taskId })))
}
