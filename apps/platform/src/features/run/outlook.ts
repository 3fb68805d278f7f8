import type { Deps } from '../../lib/deps.ts'
import type { ModelHistory } from '../model/index.ts'
import type { TaskOutlook } from '../task/index.ts'
import { elapsedMs, endingOf, repeatedIdsOf } from './present.ts'
import { findNewestRun, findRun, listActivePhases } from './queries.ts'
import { progressOf } from './run-state.ts'

/** How the newest run of a task goes, for the task's page. */
export const runOutlook =
  ({ clock }: Pick<Deps, 'clock'>): TaskOutlook['progressOf'] =>
  async (db, taskId) => {
    const run = await findNewestRun(db, taskId)
    if (!run) return undefined
    return { progress: progressOf(run), elapsedSeconds: Math.floor(elapsedMs(run, clock.now()) / 1000) }
  }

/** How long the run of a model took and how it ended, for readers of the model: members of other parties see no member's name. */
export const modelHistory =
  ({ clock }: Pick<Deps, 'clock'>): ModelHistory =>
  async (db, runId) => {
    const run = await findRun(db, runId)
    if (!run) return { elapsedMs: null, ending: null, repeatedIds: [] }
    const ending = endingOf(run)
    return {
      elapsedMs: elapsedMs(run, clock.now()),
      ending: ending && { ...ending, member: null },
      repeatedIds: repeatedIdsOf(run),
    }
  }

/** Handed to the engine and not heard of yet, a run is no longer queued. */
export const runPhases: TaskOutlook['phasesOf'] = async (db, taskIds) =>
  new Map(
    (await listActivePhases(db, taskIds)).map(({ taskId, phase, flowerRunId }) => [
      taskId,
      phase === 'queued' && flowerRunId !== null ? 'submitted' : phase,
    ]),
  )
