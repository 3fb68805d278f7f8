import type { RowId } from '../../kinds/row-id.ts'

/** The rows that are ticked. */
export type Chosen = ReadonlySet<RowId>

/** More than this many are not ticked one by one, be it by filter: a list of them has to travel to the edge. */
export const MOST_PICKED = 20_000

/** Nothing picked and everything picked both mean the whole dataset, and both are asked about. */
export const isWholeDataset = (ids: Chosen, rowCount: number): boolean => ids.size === 0 || ids.size >= rowCount

/** The ids to name to the edge; none stands for the whole dataset. */
export const chosenIds = (ids: Chosen, rowCount: number): RowId[] => (isWholeDataset(ids, rowCount) ? [] : [...ids])

export function withRows(ids: Chosen, more: RowId[], isChosen: boolean): Chosen {
  const next = new Set(ids)
  for (const id of more) isChosen ? next.add(id) : next.delete(id)
  return next
}
