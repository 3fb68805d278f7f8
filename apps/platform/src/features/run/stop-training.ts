import { fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded, stateOf, taskAbilities } from '../task/index.ts'
import { endRun } from './end-run.ts'
import { findNewestRun } from './queries.ts'
import { failureOf } from './run-state.ts'
import type { RunRow } from './table.ts'

/**
 * Stops the run. When the call returns, the run has ended for every viewer; the workers at the parties are stopped
 * right afterwards.
 */
export async function stopTraining(deps: AlgorithmDeps, taskId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const run = await lockStoppable(tx, deps, taskId, actor)
    const failure = failureOf(run, { code: 'run.stopped', partyId: requireParty(actor) })
    if (!(await endRun(tx, deps, run.id, { phase: 'stopped', failure }, actor))) fail('run.none')
  })
}

/** Locks and returns a task's active run. Fails if the actor may not end the run. */
export async function lockStoppable(tx: Db, deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<RunRow> {
  const loaded = await lockLoaded(tx, deps, taskId)
  if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
  const run = loaded.task.status === 'training' ? await findNewestRun(tx, taskId) : undefined
  if (!run) fail('run.none')
  if (!taskAbilities(actor, stateOf(loaded)).stop) fail('task.not-allowed')
  return run
}
