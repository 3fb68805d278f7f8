import { fail } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded, stateOf, taskAbilities } from '../task/index.ts'
import { endRun } from './end-run.ts'
import { findNewestRun } from './queries.ts'
import { failureOf } from './run-state.ts'

/** The answer is the end of it for everybody who looks; workers at the parties are stopped right after. */
export async function stopTraining(deps: AlgorithmDeps, taskId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
    const run = loaded.task.status === 'training' ? await findNewestRun(tx, taskId) : undefined
    if (!run) fail('run.none')
    if (!taskAbilities(actor, stateOf(loaded)).stop) fail('task.not-allowed')
    const failure = failureOf(run, { code: 'run.stopped' })
    if (!(await endRun(tx, deps, run.id, { phase: 'stopped', failure }))) fail('run.none')
  })
}
