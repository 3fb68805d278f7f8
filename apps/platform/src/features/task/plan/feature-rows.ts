import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '../../../db/pool.ts'
import { newId } from '../../../lib/ids.ts'
import { type SelectedFeatureRow, selectedFeature } from '../table.ts'

/** Returns the classes of these tasks, in the order in which each party named them. */
export async function listFeatures(db: Db, taskIds: string[]): Promise<SelectedFeatureRow[]> {
  if (taskIds.length === 0) return []
  return db
    .select()
    .from(selectedFeature)
    .where(inArray(selectedFeature.taskId, taskIds))
    .orderBy(asc(selectedFeature.position))
}

/** Returns the id of the task to which the selected features belong. The first of the ids that exists decides. */
export async function findTaskOfFeatures(db: Db, ids: string[]): Promise<string | undefined> {
  const [row] = await db
    .select({ taskId: selectedFeature.taskId })
    .from(selectedFeature)
    .where(inArray(selectedFeature.id, ids))
    .limit(1)
  return row?.taskId
}

export async function addFeatures(
  tx: Db,
  rows: readonly (Omit<SelectedFeatureRow, 'id' | 'position' | 'code'> & { code?: number | null | undefined })[],
) {
  const values = rows.map((row, position) => ({ ...row, id: newId(), code: row.code ?? null, position }))
  await tx.insert(selectedFeature).values(values)
}

/** Removes the classes that a party named, because the party leaves the task. */
export async function removeFeatures(tx: Db, taskId: string, partyId: string) {
  const ofParty = and(eq(selectedFeature.taskId, taskId), eq(selectedFeature.partyId, partyId))
  await tx.delete(selectedFeature).where(ofParty)
}

/** Removes the classes of former labels after the task's label has changed or was removed. */
export async function removeFeaturesOfOthers(tx: Db, taskId: string, label: string | null) {
  const isOfOther = label === null ? undefined : ne(selectedFeature.label, label)
  await tx.delete(selectedFeature).where(and(eq(selectedFeature.taskId, taskId), isOfOther))
}

/**
 * Copies all classes into a clone, including those of parties outside the clone: a class that only an absent party has
 * keeps its code.
 */
export async function copyFeatures(tx: Db, fromTaskId: string, taskId: string) {
  const rows = await listFeatures(tx, [fromTaskId])
  if (rows.length === 0) return
  await tx.insert(selectedFeature).values(rows.map((row) => ({ ...row, id: newId(), taskId })))
}

export async function setCode(tx: Db, ids: string[], code: number) {
  await tx.update(selectedFeature).set({ code }).where(inArray(selectedFeature.id, ids))
}
