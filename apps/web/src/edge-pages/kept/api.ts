import { queryOptions } from '@tanstack/react-query'
import { DeleteKeptResult, ListKeptResults, ShareKeptResult } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

const AGAIN_MS = 1_000
/** Maximum number of attempts. The edge learns of the end shortly after the platform. */
const MAX_TRIES = 10

export const keptResultsKey = (taskId: string) => ['kept-results', taskId] as const

/** Query for the results of a task's local runs. It polls until this run's result is there. */
export const keptResultsQuery = (taskId: string, runId: string) =>
  queryOptions({
    queryKey: keptResultsKey(taskId),
    queryFn: ({ signal }) => callOwnEdge(ListKeptResults, { taskId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && !state.data.some((result) => result.runId === runId) && state.dataUpdateCount < MAX_TRIES
        ? AGAIN_MS
        : false,
    retry: false,
  })

export const shareKeptResult = (runId: string) => callOwnEdge(ShareKeptResult, { runId })
export const deleteKeptResult = (runId: string) => callOwnEdge(DeleteKeptResult, { runId })
