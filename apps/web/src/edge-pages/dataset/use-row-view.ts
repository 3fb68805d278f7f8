import { RowFilter } from '@tessera/contract'
import { z } from 'zod'
import { pageNoOf } from '../../lib/last-page.ts'
import type { RowView } from '../../lib/row-view.ts'
import { useUrlState } from '../../lib/url-state.ts'

export const ROWS_PER_PAGE = [10, 20, 30, 40] as const

/** Keeps page, size, order, conditions and columns of the rows in the address. Back only removes conditions. */
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

/** Parses a list from the address. Invalid input, which may have been typed, gives an empty list. */
function listOf<T>(schema: z.ZodType<T[]>, text: string): T[] {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return []
  }
}
