import type { UseQueryResult } from '@tanstack/react-query'
import type { Model } from '@tessera/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { CardGrid, CardSkeleton, EmptyState, ErrorNote, Pager } from '../../ui/index.ts'
import { MODELS_PER_PAGE } from './api.ts'
import { ModelCard } from './ModelCard.tsx'
import { phrases } from './phrases.ts'

interface Props {
  query: UseQueryResult<{ records: Model[]; total: number }>
  from: 'myModel' | 'pool'
  pageNo: number
  name: string
  /** Shown when there is nothing at all, not merely nothing found. */
  empty: ReactNode
  onPage: (pageNo: number) => void
  onClear: () => void
}

/** A page of models, in every state a list can be in. */
export function ModelList({ query, from, pageNo, name, empty, onPage, onClear }: Props) {
  const t = usePhrases(phrases)
  if (query.isError) return <ErrorNote error={query.error} onRetry={query.refetch} />
  if (query.isPending) {
    return (
      <CardGrid perRow={3}>
        <CardSkeleton count={MODELS_PER_PAGE} />
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
      <CardGrid perRow={3}>
        {records.map((model) => (
          <ModelCard key={model.id} model={model} from={from} />
        ))}
      </CardGrid>
      <Pager pageNo={pageNo} pageSize={MODELS_PER_PAGE} total={total} onChange={onPage} />
    </>
  )
}
