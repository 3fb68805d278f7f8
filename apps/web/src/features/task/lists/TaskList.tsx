import type { TaskCard as Card } from '@tessera/contract'
import type { ReactNode } from 'react'
import type { OnPage } from '../../../lib/last-page.ts'
import { CardPages } from '../../../ui/index.ts'
import { TaskCard } from './TaskCard.tsx'

interface Props {
  query: {
    data: { records: Card[]; total: number } | undefined
    error: Error | null
    refetch: () => unknown
  }
  pageNo: number
  pageSize: number
  onPage: OnPage
  /** What stands here when there is nothing. */
  empty: ReactNode
}

/** A page of cards, four in a row. */
export function TaskList(props: Props) {
  return <CardPages {...props} perRow={4} card={(card) => <TaskCard key={`${card.type} ${card.id}`} card={card} />} />
}
