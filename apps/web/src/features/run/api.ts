import { queryOptions } from '@tanstack/react-query'
import type { ComparableRun } from '@tessera/contract'
import {
  FinishEarly,
  GetRun,
  GetRunRounds,
  ListRuns,
  MODEL_FILE_PATH,
  Resubmit,
  StopTraining,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { isActive, lastSeq, mergeRun, type RunState } from './run-state.ts'

/** Polling interval during training. It also applies if the live channel is silent. */
export const POLL_MS = 10_000

export const runKey = (taskId: string) => ['run', taskId] as const

/** Query for the newest run of a task. Later fetches request only new events. */
export const runQuery = (taskId: string) =>
  queryOptions({
    queryKey: runKey(taskId),
    queryFn: async ({ client, signal }): Promise<RunState> => {
      const before = client.getQueryData<RunState>(runKey(taskId))
      const answer = await call(GetRun, { taskId, afterSeq: lastSeq(before) }, { signal })
      const isAnother = before?.run != null && answer.run !== null && answer.run.id !== before.run.id
      // If a new run has begun, fetches all events, because each run numbers its events from 1.
      const whole = isAnother ? await call(GetRun, { taskId, afterSeq: 0 }, { signal }) : answer
      return mergeRun(before, whole, Date.now())
    },
  })

/** Query for the log of one run, or of the newest run of the task if `runId` is empty. */
export const runLogQuery = (taskId: string, runId: string) =>
  queryOptions({
    queryKey: ['run', 'log', taskId, runId],
    queryFn: ({ signal }) => call(GetRun, { taskId, ...(runId && { runId }) }, { signal }),
    refetchInterval: (query) => (isActive(query.state.data?.run ?? null) ? POLL_MS : false),
  })

export const finishEarly = (taskId: string) => call(FinishEarly, { taskId })
export const stopTraining = (taskId: string) => call(StopTraining, { taskId })
export const resubmit = (taskId: string) => call(Resubmit, { taskId })
/** Returns the path of the resulting model's file. */
export const modelFilePath = (modelId: string) => `${MODEL_FILE_PATH}?id=${encodeURIComponent(modelId)}`

/** Query for the runs that can be compared with those of a task, including its own, newest first. */
export const comparableRunsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['run', 'kept', taskId],
    queryFn: ({ signal }) => call(ListRuns, { taskId }, { signal }),
  })

export const roundsQuery = ({ id, taskId }: Pick<ComparableRun, 'id' | 'taskId'>) =>
  queryOptions({
    queryKey: ['run', 'rounds', id],
    queryFn: ({ signal }) => call(GetRunRounds, { taskId, runId: id }, { signal }),
  })
