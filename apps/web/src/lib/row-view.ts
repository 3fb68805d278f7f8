import type { RowFilter } from '@tessera/contract'

/** Which rows of a dataset are looked at: a page of them, in an order, under conditions that all hold. */
export interface RowView {
  page: number
  pageSize: number
  sort: { column: string; order: 'ascend' | 'descend' } | null
  filters: RowFilter[]
  /** The columns that were chosen to be shown, by name; none: the first. */
  columns: string[]
}

export const firstView = (pageSize: number): RowView => ({ page: 1, pageSize, sort: null, filters: [], columns: [] })

/** With another size the first page, for the rows that were shown are on another one then. */
export const atPage = (view: RowView, page: number, pageSize = view.pageSize): RowView => ({
  ...view,
  page: pageSize === view.pageSize ? page : 1,
  pageSize,
})

/** Up, down, and as the file has them. */
export function sortedBy(view: RowView, column: string): RowView {
  const next = { ascend: 'descend', descend: null } as const
  const order = view.sort?.column === column ? next[view.sort.order] : 'ascend'
  return { ...view, page: 1, sort: order && { column, order } }
}

/** In place of the column's earlier condition of the same kind. */
export const filteredBy = (view: RowView, added: RowFilter): RowView => ({
  ...view,
  page: 1,
  filters: [...view.filters.filter((one) => !isSameTest(one, added)), added],
})

/** Without one of the conditions, or without any. */
export const unfiltered = (view: RowView, gone?: RowFilter): RowView => ({
  ...view,
  page: 1,
  filters: gone ? view.filters.filter((one) => !isSameTest(one, gone)) : [],
})

const isSameTest = (one: RowFilter, other: RowFilter) => one.column === other.column && one.test === other.test
