import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { atPage, unfiltered } from '../lib/row-view.ts'
import { EmptyState, ErrorNote, Pager } from '../ui/index.ts'
import { kindPhrases } from './phrases.ts'
import type { RowsProps } from './rows-props.ts'
import { useIsPast } from './use-is-past.ts'

interface Props extends Pick<RowsProps, 'rows' | 'view' | 'onView' | 'sizes'> {
  /** The rows of the page, if there are any. */
  children: ReactNode
}

/** A page of pictures, texts or nodes, in every state of loading. */
export function RowPages({ rows, view, onView, sizes, children }: Props) {
  const t = usePhrases(kindPhrases)
  const isPast = useIsPast({ rows, view, onView })
  if (rows.error) return <ErrorNote error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data || isPast) return <Skeleton active paragraph={{ rows: 6 }} />
  if (rows.data.rows.length === 0) {
    const isFiltered = view.filters.length > 0
    return (
      <EmptyState
        title={t(isFiltered ? 'filter.nothing' : 'rows.none')}
        action={isFiltered && <Button onClick={() => onView(unfiltered(view))}>{t('filter.clear')}</Button>}
      />
    )
  }
  return (
    <div aria-busy={rows.isPlaceholderData} style={{ opacity: rows.isPlaceholderData ? 0.6 : 1 }}>
      {children}
      <Pager
        pageNo={view.page}
        pageSize={view.pageSize}
        {...(sizes && { sizes })}
        total={rows.data.total}
        onChange={(page, size) => onView(atPage(view, page, size))}
      />
    </div>
  )
}
