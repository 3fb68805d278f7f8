import { fail } from '@tessera/contract'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { endedBy } from './end-run.ts'
import { updateRun } from './queries.ts'
import { hasEnded } from './run-state.ts'
import { lockStoppable } from './stop-training.ts'
import type { RunRow } from './table.ts'

/**
 * Returns whether a run can finish early. A run has a model after its first round. A single-party run sends no events
 * between rounds, so it cannot finish early.
 */
export const canFinishEarly = (run: RunRow) =>
  !hasEnded(run) && !run.finishesEarly && run.round > 0 && run.plan.parties.length !== 1

/**
 * Requests that a run finish early. The run's follower passes the request on, and the engine ends with the best model
 * after the current stage.
 */
export async function finishEarly(deps: AlgorithmDeps, taskId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const run = await lockStoppable(tx, deps, taskId, actor)
    if (run.finishesEarly) return
    if (!canFinishEarly(run)) fail('run.nothing-yet')
    await updateRun(tx, run.id, { finishesEarly: true, endedBy: endedBy(actor, deps.clock.now()) })
    await record(tx, 'run.finish-early', { runId: run.id, taskId, userId: actor.userId, round: run.round })
  })
}
