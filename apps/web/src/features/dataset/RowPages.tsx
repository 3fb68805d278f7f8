import type { UseQueryResult } from '@tanstack/react-query'
import type { TableRow } from '@tessera/contract'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { EmptyState, ErrorNote, Pager } from '../../ui/index.ts'
import { ROWS_PER_PAGE } from './api.ts'
import { phrases } from './phrases.ts'
import { type RowViewState, useRowPages } from './use-row-view.ts'

interface Props {
  state: RowViewState
  rows: UseQueryResult<{ rows: TableRow[]; total: number }>
  /** The page's rows, when there are any. */
  children: ReactNode
}

/** Rows that are no table, a page at a time, in every state they can be in. */
export function RowPages({ state, rows, children }: Props) {
  const t = usePhrases(phrases)
  const { view } = state
  const isPast = useRowPages(state, rows.isPlaceholderData ? undefined : rows.data?.total)
  if (rows.isError) return <ErrorNote error={rows.error} onRetry={rows.refetch} />
  if (!rows.data || isPast) return <Skeleton active paragraph={{ rows: 6 }} />
  if (rows.data.rows.length === 0) {
    const isFiltered = view.filters.length > 0
    return (
      <EmptyState
        title={t(isFiltered ? 'filter.nothing' : 'rows.none')}
        action={isFiltered && <Button onClick={() => state.onUnfilter()}>{t('filter.clear')}</Button>}
      />
    )
  }
  return (
    <div aria-busy={rows.isPlaceholderData} style={{ opacity: rows.isPlaceholderData ? 0.6 : 1 }}>
      {children}
      <Pager
        pageNo={view.page}
        pageSize={view.pageSize}
        sizes={[...ROWS_PER_PAGE]}
        total={rows.data.total}
        onChange={state.onPage}
      />
    </div>
  )
}
