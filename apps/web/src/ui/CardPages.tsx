import { Button } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { type OnPage, useLastPage } from '../lib/last-page.ts'
import { CardGrid } from './CardGrid.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { Pager } from './Pager.tsx'
import { uiPhrases } from './phrases.ts'

interface Props<T> {
  query: { data: { records: T[]; total: number } | undefined; error: unknown; refetch: () => unknown }
  card: (item: T) => ReactNode
  perRow: 3 | 4
  pageNo: number
  pageSize: number
  onPage: OnPage
  /** The content that is shown if the list itself is empty, but not if only the search finds no item. */
  empty: ReactNode
  /** The search text, whether other filters are active, and a function that clears both. */
  search?: { name: string; isFiltered?: boolean; onClear: () => void }
}

/** A list of cards with pagination, in every state of loading. */
export function CardPages<T>({ query, card, perRow, pageNo, pageSize, onPage, empty, search }: Props<T>) {
  const t = usePhrases(uiPhrases)
  const isPast = useLastPage({ pageNo, pageSize, total: query.data?.total }, onPage)
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data || isPast) {
    return (
      <CardGrid perRow={perRow}>
        <CardSkeleton count={Math.min(pageSize, 2 * perRow)} />
      </CardGrid>
    )
  }
  const { records, total } = query.data
  if (records.length === 0) return search?.name || search?.isFiltered ? <NothingFound {...search} /> : empty
  return (
    <>
      {/* A heading for screen readers only, because the headings of the cards need one above them. */}
      <h2 className="t-visually-hidden">{t('list')}</h2>
      <CardGrid perRow={perRow}>{records.map(card)}</CardGrid>
      <Pager pageNo={pageNo} pageSize={pageSize} total={total} onChange={(page) => onPage(page)} />
    </>
  )
}

function NothingFound({ name, isFiltered = false, onClear }: NonNullable<Props<unknown>['search']>) {
  const t = usePhrases(uiPhrases)
  return (
    <EmptyState
      title={t('nothingFound')}
      reason={isFiltered ? t('nothingFiltered') : t('nothingNamed', { name })}
      action={<Button onClick={onClear}>{t(isFiltered ? 'clearFilters' : 'clearSearch')}</Button>}
    />
  )
}
