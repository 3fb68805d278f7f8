import type { Analysis, HeldDataset } from '@tessera/contract'
import type { RowView } from '../lib/row-view.ts'
import type { Answer, RowsPage } from './answer.ts'
import type { Ticks } from './ticks.tsx'

/** What has to be known of a dataset to show its rows. */
export type ShownDataset = Pick<
  HeldDataset,
  'name' | 'contentType' | 'rowCount' | 'columns' | 'columnTypes' | 'labelColumns'
>

/** What every view of rows is given, whatever they are. */
export interface RowsProps {
  dataset: ShownDataset
  rows: Answer<RowsPage>
  view: RowView
  onView: (view: RowView) => void
  /** Sizes of pages to choose from; none where the size stands. */
  sizes?: readonly number[]
  /** To choose among the rows beside looking at them. */
  ticks?: Ticks
}

/** How often each class of each label column is there, to narrow rows to one. */
export type Balances = Analysis['classes']
