import { queryOptions } from '@tanstack/react-query'
import type { KeptRun } from '@tessera/contract'
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

/** While training, ask this often even when the live channel is silent. */
export const POLL_MS = 10_000

export const runKey = (taskId: string) => ['run', taskId] as const

/** The newest run of a task; asks only for events not yet here. */
export const runQuery = (taskId: string) =>
  queryOptions({
    queryKey: runKey(taskId),
    queryFn: async ({ client, signal }): Promise<RunState> => {
      const before = client.getQueryData<RunState>(runKey(taskId))
      const answer = await call(GetRun, { taskId, afterSeq: lastSeq(before) }, { signal })
      const isAnother = before?.run != null && answer.run !== null && answer.run.id !== before.run.id
      // Another run counts its events from 1 again.
      const whole = isAnother ? await call(GetRun, { taskId, afterSeq: 0 }, { signal }) : answer
      return mergeRun(before, whole, Date.now())
    },
  })

/** All that was reported of one run, the newest of the task where none is named. */
export const runLogQuery = (taskId: string, runId: string) =>
  queryOptions({
    queryKey: ['run', 'log', taskId, runId],
    queryFn: ({ signal }) => call(GetRun, { taskId, ...(runId && { runId }) }, { signal }),
    refetchInterval: (query) => (isActive(query.state.data?.run ?? null) ? POLL_MS : false),
  })

export const finishEarly = (taskId: string) => call(FinishEarly, { taskId })
export const stopTraining = (taskId: string) => call(StopTraining, { taskId })
export const resubmit = (taskId: string) => call(Resubmit, { taskId })
/** The model that came out of it, as a file. */
export const modelFilePath = (modelId: string) => `${MODEL_FILE_PATH}?id=${encodeURIComponent(modelId)}`

/** The runs that can be held against those of a task, its own among them; newest first. */
export const keptRunsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['run', 'kept', taskId],
    queryFn: ({ signal }) => call(ListRuns, { taskId }, { signal }),
  })

export const roundsQuery = ({ id, taskId }: Pick<KeptRun, 'id' | 'taskId'>) =>
  queryOptions({
    queryKey: ['run', 'rounds', id],
    queryFn: ({ signal }) => call(GetRunRounds, { taskId, runId: id }, { signal }),
  })
