import { fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded, stateOf, taskAbilities, task as taskTable, tellTaskChanged } from '../task/index.ts'
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

/** Back to recruiting. Data stays, and so do the tickets that still fit the plan. */
export async function resubmitTask(deps: AlgorithmDeps, taskId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
    if (!taskAbilities(actor, stateOf(loaded)).resubmit) {
      fail(loaded.task.status === 'recruiting' ? 'task.recruiting-again' : 'task.not-allowed')
    }
    await tx.update(taskTable).set({ status: 'recruiting' }).where(eq(taskTable.id, taskId))
    await tellTaskChanged(tx, deps, taskId)
    await record(tx, 'task.resubmitted', { taskId, userId: actor.userId })
  })
}
