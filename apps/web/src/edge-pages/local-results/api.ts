import { queryOptions } from '@tanstack/react-query'
import { DeleteLocalResult, ListLocalResults, ShareLocalResult } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

const AGAIN_MS = 1_000
/** Maximum number of attempts to read the result. The edge learns of the run's end shortly after the platform. */
const MAX_TRIES = 10

export const localResultsKey = (taskId: string) => ['kept-results', taskId] as const

/** Query for the results of a task's local runs. Polls until the edge has the result of this run. */
export const localResultsQuery = (taskId: string, runId: string) =>
  queryOptions({
    queryKey: localResultsKey(taskId),
    queryFn: ({ signal }) => callOwnEdge(ListLocalResults, { taskId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && !state.data.some((result) => result.runId === runId) && state.dataUpdateCount < MAX_TRIES
        ? AGAIN_MS
        : false,
    retry: false,
  })

export const shareLocalResult = (runId: string) => callOwnEdge(ShareLocalResult, { runId })
export const deleteLocalResult = (runId: string) => callOwnEdge(DeleteLocalResult, { runId })
