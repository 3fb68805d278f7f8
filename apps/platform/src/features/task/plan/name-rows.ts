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

/** Removes the names that a party confirmed for its rows, because the party has left or offers other data. */
export async function removeNames(tx: Db, taskId: string, partyId: string) {
  await tx.delete(partyNames).where(and(eq(partyNames.taskId, taskId), eq(partyNames.partyId, partyId)))
}

/**
 * Removes the confirmed names of all parties after columns, label or algorithm have changed. Every party must confirm
 * again.
 */
export async function removeNamesOfAll(tx: Db, taskId: string) {
  await tx.delete(partyNames).where(eq(partyNames.taskId, taskId))
}

/**
 * Copies all confirmed names into a clone, including those of parties outside the clone, so that the clone has the same
 * plan and tickets as the task.
 */
export async function copyNames(tx: Db, fromTaskId: string, taskId: string) {
  const rows = await listNames(tx, [fromTaskId])
  if (rows.length > 0) await tx.insert(partyNames).values(rows.map((row) => ({ ...row, taskId })))
}
