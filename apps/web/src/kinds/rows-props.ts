import type { Analysis, HeldDataset } from '@tessera/contract'
import type { RowView } from '../lib/row-view.ts'
import type { Answer, RowsPage } from './answer.ts'
import type { Ticks } from './ticks.tsx'

/** The properties of a dataset that are needed to show its rows. */
export type ShownDataset = Pick<
  HeldDataset,
  'name' | 'contentType' | 'rowCount' | 'columns' | 'columnTypes' | 'labelColumns'
>

/** The props of every view of rows. */
export interface RowsProps {
  dataset: ShownDataset
  rows: Answer<RowsPage>
  view: RowView
  onView: (view: RowView) => void
  /** The page sizes that the user can choose from. Without them, the size is fixed. */
  sizes?: readonly number[]
  /** The selection of rows, if rows can be selected. */
  ticks?: Ticks
}

/** The frequencies of classes in each label column. They are used as filters. */
export type Balances = Analysis['classes']
