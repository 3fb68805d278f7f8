import type { UseQueryResult } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { CardGrid, CardSkeleton, EmptyState, ErrorNote, Pager } from '../../ui/index.ts'
import { DATASETS_PER_PAGE } from './api.ts'
import { DatasetCard } from './DatasetCard.tsx'
import { phrases } from './phrases.ts'

interface Props {
  query: UseQueryResult<{ records: Dataset[]; total: number }>
  pageNo: number
  name: string
  /** Shown when there is nothing at all, not merely nothing found. */
  empty: ReactNode
  onPage: (pageNo: number) => void
  onClear: () => void
}

/** A page of datasets, in every state a list can be in. */
export function DatasetList({ query, pageNo, name, empty, onPage, onClear }: Props) {
  const t = usePhrases(phrases)
  if (query.isError) return <ErrorNote error={query.error} onRetry={query.refetch} />
  if (query.isPending) {
    return (
      <CardGrid perRow={4}>
        <CardSkeleton count={8} />
      </CardGrid>
    )
  }
  const { records, total } = query.data
  if (records.length === 0) {
    if (!name) return empty
    return (
      <EmptyState
        title={t('search.none.title')}
        reason={t('search.none.reason', { name })}
        action={<Button onClick={onClear}>{t('search.clear')}</Button>}
      />
    )
  }
  return (
    <>
      <CardGrid perRow={4}>
        {records.map((dataset) => (
          <DatasetCard key={dataset.id} dataset={dataset} />
        ))}
      </CardGrid>
      <Pager pageNo={pageNo} pageSize={DATASETS_PER_PAGE} total={total} onChange={onPage} />
    </>
  )
}
