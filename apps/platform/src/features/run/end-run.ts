import type { RunFailure } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { endTraining, loadTask, lockTask, tellParties } from '../task/index.ts'
import { findRun, lockRun, updateRun } from './queries.ts'
import { hasEnded } from './run-state.ts'
import { wakeWorkers } from './signals.ts'
import type { RunRow } from './table.ts'

export type Outcome = { phase: 'completed' } | { phase: 'failed' | 'stopped'; failure: RunFailure }

/**
 * Ends a run and its task's training, once: who comes second changes nothing and hears false. Flower and the edges are
 * told by the worker afterwards.
 */
export async function endRun(tx: Db, deps: AlgorithmDeps, runId: string, outcome: Outcome): Promise<boolean> {
  const run = await lockWithTask(tx, runId)
  if (!run || hasEnded(run)) return false
  await finishRun(tx, deps, run, outcome)
  return true
}

/** The run with its task's lock and its own, in that order. */
export async function lockWithTask(tx: Db, runId: string): Promise<RunRow | undefined> {
  const found = await findRun(tx, runId)
  if (!found) return undefined
  await lockTask(tx, found.taskId)
  return lockRun(tx, runId)
}

/** Both locks are held. */
export async function finishRun(tx: Db, deps: AlgorithmDeps, run: RunRow, outcome: Outcome) {
  const failure = outcome.phase === 'completed' ? null : outcome.failure
  await updateRun(tx, run.id, {
    phase: outcome.phase,
    failure,
    waitingFor: [],
    engineAwaySince: null,
    endTime: deps.clock.now(),
  })
  const task = await endTraining(tx, run.taskId, outcome.phase === 'completed' ? 'completed' : 'failed')
  if (task) {
    const loaded = await loadTask(tx, deps, task)
    await tellParties(tx, deps, loaded, `run.${outcome.phase}`, { seq: run.lastSeq, failure })
  }
  await wakeWorkers(tx, deps, run.id)
  await record(tx, `run.${outcome.phase}`, { runId: run.id, taskId: run.taskId, ...(failure ? { failure } : {}) })
}
