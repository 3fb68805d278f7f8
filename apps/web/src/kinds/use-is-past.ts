import { useLastPage } from '../lib/last-page.ts'
import { atPage } from '../lib/row-view.ts'
import type { RowsProps } from './rows-props.ts'

/** If a page number is beyond the end, replaces it by the last page. Returns true until that has happened. */
export function useIsPast({ rows, view, onView }: Pick<RowsProps, 'rows' | 'view' | 'onView'>): boolean {
  const total = rows.isPlaceholderData ? undefined : rows.data?.total
  return useLastPage({ pageNo: view.page, pageSize: view.pageSize, total }, (last) => onView(atPage(view, last)))
}
