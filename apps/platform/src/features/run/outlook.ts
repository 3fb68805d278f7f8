import type { Deps } from '../../lib/deps.ts'
import type { TaskOutlook } from '../task/index.ts'
import { elapsedMs } from './present.ts'
import { findNewestRun, listActivePhases } from './queries.ts'
import { progressOf } from './run-state.ts'

/** How the newest run of a task goes, for the task's page. */
export const runOutlook =
  ({ clock }: Pick<Deps, 'clock'>): TaskOutlook['progressOf'] =>
  async (db, taskId) => {
    const run = await findNewestRun(db, taskId)
    if (!run) return undefined
    return { progress: progressOf(run), elapsedSeconds: Math.round(elapsedMs(run, clock.now()) / 1000) }
  }

/** Handed to the engine and not heard of yet, a run is no longer queued. */
export const runPhases: TaskOutlook['phasesOf'] = async (db, taskIds) =>
  new Map(
    (await listActivePhases(db, taskIds)).map(({ taskId, phase, flowerRunId }) => [
      taskId,
      phase === 'queued' && flowerRunId !== null ? 'submitted' : phase,
    ]),
  )
