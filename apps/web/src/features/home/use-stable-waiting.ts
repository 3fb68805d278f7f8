import { useQuery } from '@tanstack/react-query'
import type { WaitingItem } from '@tessera/contract'
import { useState } from 'react'
import { waitingQuery } from './api.ts'

interface Listed {
  items: WaitingItem[]
  total: number
}

/**
 * Returns the pending items as they were when the page was opened. Items that arrive later would shift the content
 * below just when the user clicks. They are counted, and listed on request. Items that are completed meanwhile keep
 * their place.
 */
export function useStableWaiting() {
  const { data, error, isPending, isFetching, refetch } = useQuery(waitingQuery())
  const [opened, setOpened] = useState<Listed | null>(null)
  // Data cached from an earlier visit is refetched first.
  if (opened === null && data && !isFetching) setOpened(data)
  const listed = opened ?? data
  const now = new Set(data?.items.map(keyOf))
  const before = new Set(listed?.items.map(keyOf))
  // If the list is incomplete, an item outside it may still be pending.
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
