import type { TaskCard as Card } from '@tessera/contract'
import type { ReactNode } from 'react'
import { CardGrid, CardSkeleton, ErrorNote, Pager } from '../../ui/index.ts'
import { TaskCard } from './TaskCard.tsx'

interface Props {
  query: {
    data: { records: Card[]; total: number } | undefined
    isError: boolean
    error: Error | null
    refetch: () => unknown
  }
  pageNo: number
  pageSize: number
  onPage: (pageNo: number) => void
  /** What stands here when there is nothing. */
  empty: ReactNode
}

/** A page of cards, four in a row. */
export function TaskList({ query, pageNo, pageSize, onPage, empty }: Props) {
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  if (query.data?.records.length === 0) return empty
  return (
    <>
      <CardGrid perRow={4}>
        {query.data ? (
          query.data.records.map((card) => <TaskCard key={`${card.type} ${card.id}`} card={card} />)
        ) : (
          <CardSkeleton count={8} />
        )}
      </CardGrid>
      {query.data && <Pager pageNo={pageNo} pageSize={pageSize} total={query.data.total} onChange={onPage} />}
    </>
  )
}
