import { useQuery } from '@tanstack/react-query'
import type { WaitingItem } from '@tessera/contract'
import { useState } from 'react'
import { waitingQuery } from './api.ts'

interface Listed {
  items: WaitingItem[]
  total: number
}

/**
 * Returns the pending items as they were when the page was opened. Later items would shift the content while the user
 * clicks, so they are only counted, and listed on request. Completed items keep their place.
 */
export function useStableWaiting() {
  const { data, error, isPending, isFetching, refetch } = useQuery(waitingQuery())
  const [opened, setOpened] = useState<Listed | null>(null)
  // Waits for the refetch, because the cache may hold the data of an earlier visit.
  if (opened === null && data && !isFetching) setOpened(data)
  const listed = opened ?? data
  const now = new Set(data?.items.map(keyOf))
  const before = new Set(listed?.items.map(keyOf))
  // If the fetched list is incomplete, an item that is missing in it may still be pending.
  const isWhole = data?.total === data?.items.length
  return {
    items: (listed?.items ?? []).map((item) => ({ ...item, isOver: isWhole && !now.has(keyOf(item)) })),
    total: data?.total ?? 0,
    unlisted: (listed?.total ?? 0) - (listed?.items.length ?? 0),
    fresh: data?.items.filter((item) => !before.has(keyOf(item))).length ?? 0,
    onShow: () => setOpened(data ?? null),
    isLoaded: data !== undefined,
    error,
    isPending,
    refetch,
  }
}

export const keyOf = ({ kind, id }: Pick<WaitingItem, 'kind' | 'id'>) => `${kind} ${id}`
