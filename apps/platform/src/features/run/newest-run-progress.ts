import type { Deps } from '../../lib/deps.ts'
import type { ModelHistory } from '../model/index.ts'
import type { TaskOutlook } from '../task/index.ts'
import { elapsedMs, endingOf, repeatedIdsOf } from './present.ts'
import { findNewestRun, findRun, listActivePhases } from './queries.ts'
import { progressOf } from './run-state.ts'

/** Returns the progress of a task's newest run, for the task's page. */
export const newestRunProgress =
  ({ clock }: Pick<Deps, 'clock'>): TaskOutlook['progressOf'] =>
  async (db, taskId) => {
    const run = await findNewestRun(db, taskId)
    if (!run) return undefined
    return { progress: progressOf(run), elapsedSeconds: Math.floor(elapsedMs(run, clock.now()) / 1000) }
  }

/** Returns how long a model's run took and how it ended. Readers in other parties do not see the names of members. */
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

/**
 * Returns the phases of active runs, by task. A run that the engine has accepted counts as no longer queued, even
 * before the engine's first event.
 */
export const runPhases: TaskOutlook['phasesOf'] = async (db, taskIds) =>
  new Map(
    (await listActivePhases(db, taskIds)).map(({ taskId, phase, attemptId }) => [
      taskId,
      phase === 'queued' && attemptId !== null ? 'submitted' : phase,
    ]),
  )
