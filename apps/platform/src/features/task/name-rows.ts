import type { PartyNames } from '@tessera/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { type PartyNamesRow, partyNames } from './table.ts'

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

/** Other data, or leaving: what a party confirmed of its rows is no longer known here. */
export async function removeNames(tx: Db, taskId: string, partyId: string) {
  await tx.delete(partyNames).where(and(eq(partyNames.taskId, taskId), eq(partyNames.partyId, partyId)))
}

/** Other columns, another label or algorithm: everybody is asked anew. */
export async function removeNamesOfAll(tx: Db, taskId: string) {
  await tx.delete(partyNames).where(eq(partyNames.taskId, taskId))
}

/** All of them, also those of parties that a clone is without: its plan, and so the tickets for it, are the task's. */
export async function copyNames(tx: Db, fromTaskId: string, taskId: string) {
  const rows = await listNames(tx, [fromTaskId])
  if (rows.length > 0) await tx.insert(partyNames).values(rows.map((row) => ({ ...row, taskId })))
}
