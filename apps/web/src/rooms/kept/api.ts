import { queryOptions } from '@tanstack/react-query'
import { DeleteKeptResult, ListKeptResults, ShareKeptResult } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

const AGAIN_MS = 1_000
/** The edge hears of the end a moment after the platform. */
const MOST_TRIES = 10

export const keptResultsKey = (taskId: string) => ['kept-results', taskId] as const

/** What runs of a task left here, asked until this run's is there. */
export const keptResultsQuery = (taskId: string, runId: string) =>
  queryOptions({
    queryKey: keptResultsKey(taskId),
    queryFn: ({ signal }) => callOwnEdge(ListKeptResults, { taskId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && !state.data.some((result) => result.runId === runId) && state.dataUpdateCount < MOST_TRIES
        ? AGAIN_MS
        : false,
    retry: false,
  })

export const shareKeptResult = (runId: string) => callOwnEdge(ShareKeptResult, { runId })
export const deleteKeptResult = (runId: string) => callOwnEdge(DeleteKeptResult, { runId })
