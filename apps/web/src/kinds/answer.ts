import type { TableRow } from '@tessera/contract'

/** The result of a query in any state, from the console or from an edge page. */
export interface Answer<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
  /** The time at which the data arrived. */
  dataUpdatedAt: number
  /** Whether the data are still those of the previous query, until the new data arrive. */
  isPlaceholderData: boolean
}

/** A page of rows, and the total number of rows. */
export interface RowsPage {
  rows: TableRow[]
  total: number
  /** The label columns of pictures. Absent for other kinds of data. */
  labelColumns?: string[] | undefined
}
