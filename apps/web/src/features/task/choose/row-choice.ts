import type { Dataset } from '@tessera/contract'
import type { RowId } from '../../../kinds/row-id.ts'

export interface RowChoice {
  mode: 'all' | 'some'
  ids: ReadonlySet<RowId>
}
export const ALL_ROWS: RowChoice = { mode: 'all', ids: new Set() }

/** More than this many are not ticked one by one, be it by filter: a list of them has to travel to the edge. */
export const MOST_PICKED = 20_000

/** Nothing picked and everything picked both mean the whole dataset, and both are asked about. */
export function isWholeDataset(choice: RowChoice, rowCount: number): boolean {
  return choice.mode === 'all' || choice.ids.size === 0 || choice.ids.size >= rowCount
}

/** The ids to name to the edge; none stands for the whole dataset. */
export const chosenIds = (choice: RowChoice, rowCount: number): RowId[] =>
  isWholeDataset(choice, rowCount) ? [] : [...choice.ids]

/** Tables and pictures have rows to pick from; texts, graphs and pictures with boxes are offered as a whole. */
export const hasRowChoice = ({ contentType }: Pick<Dataset, 'contentType'>) =>
  contentType === 'tabular' || contentType === 'vision'

/** What the rows are called that are picked one by one. */
export const rowsAre = ({ contentType }: Pick<Dataset, 'contentType'>) =>
  contentType === 'vision' ? 'pictures' : 'rows'

export function withRows(choice: RowChoice, ids: RowId[], isChosen: boolean): RowChoice {
  const next = new Set(choice.ids)
  for (const id of ids) isChosen ? next.add(id) : next.delete(id)
  return { mode: 'some', ids: next }
}
