import type { RunFailure } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type AlgorithmDeps, type Doer, recordActivity } from '../algorithm/index.ts'
import { endTraining, loadTask, lockTask, notifyTaskParties } from '../task/index.ts'
import { findRun, lockRun, updateRun } from './queries.ts'
import { type EndedBy, hasEnded } from './run-state.ts'
import { wakeWorkers } from './signals.ts'
import type { RunRow } from './table.ts'

export type Outcome = { phase: 'completed' } | { phase: 'failed' | 'stopped'; failure: RunFailure }

/**
 * Ends a run, and the training of the run's task. Returns false, and changes nothing, if the run has already ended.
 * Afterwards, the worker notifies Flower and the edges.
 */
export async function endRun(
  tx: Db,
  deps: AlgorithmDeps,
  runId: string,
  outcome: Outcome,
  by: Doer = NOBODY,
): Promise<boolean> {
  const run = await lockWithTask(tx, runId)
  if (!run || hasEnded(run)) return false
  await finishRun(tx, deps, run, outcome, by)
  return true
}

/** Locks the task first and then its run, and returns the run. */
export async function lockWithTask(tx: Db, runId: string): Promise<RunRow | undefined> {
  const found = await findRun(tx, runId)
  if (!found) return undefined
  await lockTask(tx, found.taskId)
  return lockRun(tx, runId)
}

const NOBODY: Doer = { userId: null, displayName: '', partyId: null }
const ENDS = { completed: 'finish', failed: 'fail', stopped: 'stop' } as const

export const endedBy = ({ userId, displayName, partyId }: Doer, now: Date): EndedBy => ({
  userId,
  userName: displayName,
  partyId: partyId ?? '',
  time: now.toISOString(),
})

/**
 * Stores how a run ended. The caller must hold the locks of the task and the run. A failure is attributed to the party
 * where it happened.
 */
export async function finishRun(tx: Db, deps: AlgorithmDeps, run: RunRow, outcome: Outcome, by: Doer = NOBODY) {
  const failure = outcome.phase === 'completed' ? null : outcome.failure
  await updateRun(tx, run.id, {
    phase: outcome.phase,
    failure,
    waitingFor: [],
    engineAwaySince: null,
    endTime: deps.clock.now(),
    ...(by.userId && outcome.phase === 'stopped' && { endedBy: endedBy(by, deps.clock.now()) }),
  })
  const task = await endTraining(tx, run.taskId, outcome.phase)
  if (task) {
    const loaded = await loadTask(tx, deps, task)
    const content = { missionName: task.name, ...(failure && { reason: JSON.stringify(failure) }) }
    const entry = {
      subject: 'task',
      subjectId: task.id,
      action: ENDS[outcome.phase],
      taskId: task.id,
      content,
    } as const
    const doer = outcome.phase === 'failed' ? { ...by, partyId: failure?.partyId ?? by.partyId } : by
    await recordActivity(tx, doer, [entry], deps.clock.now())
    await notifyTaskParties(tx, deps, loaded, `run.${outcome.phase}`, { seq: run.lastSeq, failure })
  }
  await wakeWorkers(tx, deps, run.id)
  await record(tx, `run.${outcome.phase}`, { runId: run.id, taskId: run.taskId, ...(failure ? { failure } : {}) })
}
