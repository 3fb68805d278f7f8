import { RowFilter } from '@tessera/contract'
import { pageNoOf, useLastPage } from '../../lib/last-page.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { ROWS_PER_PAGE, type RowView } from './api.ts'

const FIRST = { rowPage: '1' }

/** Page, size, order and conditions of the rows looked at: all in the address. */
export function useRowView() {
  const [url, setUrl] = useUrlState({ rowPage: '1', rowSize: '10', sort: '', order: 'ascend', filters: '[]' })
  const view: RowView = {
    page: pageNoOf(url.rowPage),
    pageSize: ROWS_PER_PAGE.find((size) => String(size) === url.rowSize) ?? 10,
    sort: url.sort ? { column: url.sort, order: url.order === 'descend' ? 'descend' : 'ascend' } : null,
    filters: filtersOf(url.filters),
  }
  const setFilters = (filters: RowFilter[]) => setUrl({ filters: JSON.stringify(filters), ...FIRST })
  return {
    view,
    onPage: (page: number, size: number) =>
      setUrl({ rowPage: size === view.pageSize ? String(page) : '1', rowSize: String(size) }, { replace: true }),
    onLastPage: (page: number) => setUrl({ rowPage: String(page) }, { replace: true }),
    /** Up, down, and as the file has them. */
    onSort: (column: string) => {
      const isSorted = view.sort?.column === column
      if (!isSorted) return setUrl({ sort: column, order: 'ascend', ...FIRST }, { replace: true })
      if (view.sort?.order === 'ascend') return setUrl({ order: 'descend', ...FIRST }, { replace: true })
      setUrl({ sort: '', order: 'ascend', ...FIRST }, { replace: true })
    },
    /** In place of the column's earlier condition of the same kind. */
    onFilter: (added: RowFilter) => setFilters([...view.filters.filter((one) => !isSameTest(one, added)), added]),
    onUnfilter: (gone?: RowFilter) => setFilters(gone ? view.filters.filter((one) => !isSameTest(one, gone)) : []),
  }
}

export type RowViewState = ReturnType<typeof useRowView>

const isSameTest = (one: RowFilter, other: RowFilter) => one.column === other.column && one.test === other.test

/** An address may have been typed: what is no list of conditions is none. */
function filtersOf(text: string): RowFilter[] {
  try {
    return RowFilter.array().parse(JSON.parse(text))
  } catch {
    return []
  }
}

/** Takes whoever asks for a page past the last one there; true meanwhile. */
export function useRowPages({ view, onLastPage }: RowViewState, total: number | undefined): boolean {
  return useLastPage({ pageNo: view.page, pageSize: view.pageSize, total }, onLastPage)
}
