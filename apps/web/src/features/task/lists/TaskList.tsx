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
  /** The content that is shown if the list is empty. */
  empty: ReactNode
}

/** A page of task cards, four per row. */
export function TaskList(props: Props) {
  return <CardPages {...props} perRow={4} card={(card) => <TaskCard key={`${card.type} ${card.id}`} card={card} />} />
}
