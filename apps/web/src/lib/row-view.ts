import type { RowFilter } from '@tessera/contract'

/** Describes which rows of a dataset are shown: one page of all rows that match the filters, in a sort order. */
export interface RowView {
  page: number
  pageSize: number
  sort: { column: string; order: 'ascend' | 'descend' } | null
  filters: RowFilter[]
  /** The names of the columns that the user has selected. Empty means the first columns. */
  columns: string[]
}

export const firstView = (pageSize: number): RowView => ({ page: 1, pageSize, sort: null, filters: [], columns: [] })

/**
 * Returns the view at another page. A new page size leads to the first page, because the shown rows would be on another
 * page.
 */
export const atPage = (view: RowView, page: number, pageSize = view.pageSize): RowView => ({
  ...view,
  page: pageSize === view.pageSize ? page : 1,
  pageSize,
})

/** Returns the view with the next order of a column: ascending, descending, then the order of the file. */
export function sortedBy(view: RowView, column: string): RowView {
  const next = { ascend: 'descend', descend: null } as const
  const order = view.sort?.column === column ? next[view.sort.order] : 'ascend'
  return { ...view, page: 1, sort: order && { column, order } }
}

/** Returns the view with a filter, which replaces a filter of the same kind on the column. */
export const filteredBy = (view: RowView, added: RowFilter): RowView => ({
  ...view,
  page: 1,
  filters: [...view.filters.filter((one) => !isSameTest(one, added)), added],
})

/** Returns the view without this filter, or without any filter. */
export const unfiltered = (view: RowView, gone?: RowFilter): RowView => ({
  ...view,
  page: 1,
  filters: gone ? view.filters.filter((one) => !isSameTest(one, gone)) : [],
})

const isSameTest = (one: RowFilter, other: RowFilter) => one.column === other.column && one.test === other.test
