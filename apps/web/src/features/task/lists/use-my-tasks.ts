import { useQuery } from '@tanstack/react-query'
import type { TaskCard } from '@tessera/contract'
import { useEffect, useRef, useState } from 'react'
import { MY_TASKS_PAGE_SIZE, type MyTasksRequest, newestEdgeTasksQuery, newestTasksQuery } from '../api.ts'

export interface Tasks {
  records: TaskCard[]
  total: number
}

interface Wanted {
  type: NonNullable<MyTasksRequest['type']>
  name: string
  pageNo: number
}

const PATIENCE_MS = 1_500

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}

/**
 * Returns the task lists of platform and edge merged into one, newest first. Any of the first `pageNo` × page size
 * tasks of each list can belong to the page, so that many are loaded from both. Without an edge, returns only the
 * platform's list.
 */
export function useMyTasks({ type, name, pageNo }: Wanted, hasEdge: boolean) {
  const wanted = { name, count: pageNo * MY_TASKS_PAGE_SIZE }
  const asksEdge = hasEdge && type !== 'TRAIN'
  const platform = useQuery(newestTasksQuery({ ...wanted, type }))
  const edge = useQuery({ ...newestEdgeTasksQuery(wanted), enabled: asksEdge })
  const isSettled = !platform.isPlaceholderData && !(asksEdge && edge.isPlaceholderData)
  // Shows the previous page until both lists have loaded the data of the new page.
  const shownPage = useRef(pageNo)
  if (isSettled) shownPage.current = pageNo
  const ofEdge = asksEdge ? edge.data : undefined
  const page = platform.data && pageOfBoth(platform.data, ofEdge, shownPage.current)
  const isWaiting = asksEdge && edge.isPending
  const isSlow = useIsSlow(isWaiting)
  return {
    list: {
      // Shows an empty list only after both servers have answered, so that no card moves if the edge answers quickly.
      data: isWaiting && (!isSlow || page?.records.length === 0) ? undefined : page,
      isError: platform.isError,
      error: platform.error,
      refetch: platform.refetch,
    },
    isEdgeSlow: isWaiting && isSlow,
    edgeError: asksEdge ? edge.error : null,
    refetchEdge: () => void edge.refetch(),
  }
}

export function pageOfBoth(platform: Tasks, edge: Tasks = { records: [], total: 0 }, pageNo = 1): Tasks {
  const first = (pageNo - 1) * MY_TASKS_PAGE_SIZE
  const all = [...platform.records, ...edge.records].toSorted((a, b) => +b.createTime - +a.createTime)
  return { records: all.slice(first, first + MY_TASKS_PAGE_SIZE), total: platform.total + edge.total }
}
