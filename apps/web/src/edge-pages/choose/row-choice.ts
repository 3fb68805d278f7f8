import type { RowId } from '../../kinds/row-id.ts'

/** The selected rows. */
export type Chosen = ReadonlySet<RowId>

/** Maximum number of selected rows, by hand or by filter, because the page sends all their ids to the edge. */
export const MAX_PICKED = 20_000

/**
 * Returns whether a selection means the whole dataset, which is the case if no row or every row is selected. The user
 * must confirm both.
 */
export const isWholeDataset = (ids: Chosen, rowCount: number): boolean => ids.size === 0 || ids.size >= rowCount

/** Returns the ids to send to the edge. An empty list means the whole dataset. */
export const chosenIds = (ids: Chosen, rowCount: number): RowId[] => (isWholeDataset(ids, rowCount) ? [] : [...ids])

export function withRows(ids: Chosen, more: RowId[], isChosen: boolean): Chosen {
  const next = new Set(ids)
  for (const id of more) isChosen ? next.add(id) : next.delete(id)
  return next
}
