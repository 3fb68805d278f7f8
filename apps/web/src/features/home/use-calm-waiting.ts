import { useQuery } from '@tanstack/react-query'
import type { WaitingItem } from '@tessera/contract'
import { useState } from 'react'
import { waitingQuery } from './api.ts'

interface Listed {
  items: WaitingItem[]
  total: number
}

/**
 * What waits for the reader, as it was when the page was opened: what comes later would push away what stands below, just
 * when somebody means to press it. It is counted, and listed when the reader asks; what is done in between keeps its place.
 */
export function useCalmWaiting() {
  const { data, error, isPending, isFetching, refetch } = useQuery(waitingQuery())
  const [opened, setOpened] = useState<Listed | null>(null)
  // What was remembered of an earlier visit is asked anew first.
  if (opened === null && data && !isFetching) setOpened(data)
  const listed = opened ?? data
  const now = new Set(data?.items.map(keyOf))
  const before = new Set(listed?.items.map(keyOf))
  // Of those that are not listed nobody knows whether they are done.
  const isWhole = data?.total === data?.items.length
  return {
    items: (listed?.items ?? []).map((item) => ({ ...item, isOver: isWhole && !now.has(keyOf(item)) })),
    total: data?.total ?? 0,
    unlisted: (listed?.total ?? 0) - (listed?.items.length ?? 0),
    fresh: data?.items.filter((item) => !before.has(keyOf(item))).length ?? 0,
    onShow: () => setOpened(data ?? null),
    ...{ isLoaded: data !== undefined, error, isPending, refetch },
  }
}

export const keyOf = ({ kind, id }: Pick<WaitingItem, 'kind' | 'id'>) => `${kind} ${id}`
