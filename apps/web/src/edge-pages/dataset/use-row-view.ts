import { RowFilter } from '@tessera/contract'
import { z } from 'zod'
import { pageNoOf } from '../../lib/last-page.ts'
import type { RowView } from '../../lib/row-view.ts'
import { useUrlState } from '../../lib/url-state.ts'

export const ROWS_PER_PAGE = [10, 20, 30, 40] as const

/**
 * Keeps page, page size, order, filters and columns of the rows in the address. Only a change of filters adds a history
 * entry, so that the Back button reverts it.
 */
export function useRowView(): [RowView, (view: RowView) => void] {
  const [url, setUrl] = useUrlState({
    rowPage: '1',
    rowSize: '10',
    columns: '[]',
    sort: '',
    order: 'ascend',
    filters: '[]',
  })
  const view: RowView = {
    page: pageNoOf(url.rowPage),
    pageSize: ROWS_PER_PAGE.find((size) => String(size) === url.rowSize) ?? 10,
    columns: listOf(z.string().array(), url.columns),
    sort: url.sort ? { column: url.sort, order: url.order === 'descend' ? 'descend' : 'ascend' } : null,
    filters: listOf(RowFilter.array(), url.filters),
  }
  const setView = (next: RowView) =>
    setUrl(
      {
        rowPage: String(next.page),
        rowSize: String(next.pageSize),
        columns: JSON.stringify(next.columns),
        sort: next.sort?.column ?? '',
        order: next.sort?.order ?? 'ascend',
        filters: JSON.stringify(next.filters),
      },
      { replace: next.filters === view.filters },
    )
  return [view, setView]
}

/** Parses a list in the address. Returns an empty list for invalid input, which a user may have typed. */
function listOf<T>(schema: z.ZodType<T[]>, text: string): T[] {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return []
  }
}
