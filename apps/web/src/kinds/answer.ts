import type { TableRow } from '@tessera/contract'

/** What was asked for, in whatever state it is: a query of the console's, or of a page that an edge serves itself. */
export interface Answer<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
  /** When the data came. */
  dataUpdatedAt: number
  /** The data is what was asked for before, shown until the new is there. */
  isPlaceholderData: boolean
}

/** A page of rows, and how many there are in all. */
export interface RowsPage {
  rows: TableRow[]
  total: number
  /** Of pictures. */
  labelColumns?: string[] | undefined
}
