import type { RowFilter } from '@tessera/contract'

/** The rows of a dataset that are shown: a page in an order, under conditions that all apply. */
export interface RowView {
  page: number
  pageSize: number
  sort: { column: string; order: 'ascend' | 'descend' } | null
  filters: RowFilter[]
  /** The names of the columns that the user selected. Empty: the first columns. */
  columns: string[]
}

export const firstView = (pageSize: number): RowView => ({ page: 1, pageSize, sort: null, filters: [], columns: [] })

/**
 * Returns the view of a page. A new page size resets it to the first page, because the shown rows move to another one.
 */
export const atPage = (view: RowView, page: number, pageSize = view.pageSize): RowView => ({
  ...view,
  page: pageSize === view.pageSize ? page : 1,
  pageSize,
})

/** Returns the view with the column's next order: ascending, descending, then the file's order. */
export function sortedBy(view: RowView, column: string): RowView {
  const next = { ascend: 'descend', descend: null } as const
  const order = view.sort?.column === column ? next[view.sort.order] : 'ascend'
  return { ...view, page: 1, sort: order && { column, order } }
}

/** Returns the view with a condition, which replaces the column's condition of the same kind. */
export const filteredBy = (view: RowView, added: RowFilter): RowView => ({
  ...view,
  page: 1,
  filters: [...view.filters.filter((one) => !isSameTest(one, added)), added],
})

/** Returns the view without one of the conditions, or without any. */
export const unfiltered = (view: RowView, gone?: RowFilter): RowView => ({
  ...view,
  page: 1,
  filters: gone ? view.filters.filter((one) => !isSameTest(one, gone)) : [],
})

const isSameTest = (one: RowFilter, other: RowFilter) => one.column === other.column && one.test === other.test
