import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { AppLink, CardGrid, CardSkeleton, EmptyState, ErrorNote } from '../../ui/index.ts'
import { homePhrases } from './phrases.ts'

interface Props<T> {
  title: string
  /** The address of the page with the full list. */
  allPath: string
  perRow: 3 | 4
  query: UseQueryResult<T[]>
  card: (item: T) => ReactNode
  empty: { title: string; reason?: string; action?: ReactNode }
  action?: ReactNode
}

/** A row of cards with a link to the full list. */
export function HomeSection<T>({ title, allPath, perRow, query, card, empty, action }: Props<T>) {
  const t = usePhrases(homePhrases)
  return (
    <section className="t-section" aria-label={title}>
      <header className="t-plain-links">
        <h2>{title}</h2>
        <AppLink to={allPath} label={`${t('all')}: ${title}`}>
          {t('all')}
        </AppLink>
        {action && <div className="t-page-action">{action}</div>}
      </header>
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      {query.data?.length === 0 && <EmptyState {...empty} />}
      <CardGrid perRow={perRow}>
        {query.isPending && <CardSkeleton count={perRow} />}
        {query.data?.map(card)}
      </CardGrid>
    </section>
  )
}
