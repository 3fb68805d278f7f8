import { fail } from '@tessera/contract'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded } from './join-task.ts'
import { stateOf } from './load.ts'
import { notifyTaskChanged } from './notify.ts'
import { taskAbilities } from './policy.ts'
import { recruitAgain } from './status.ts'

/** Returns the task to recruiting. The offered data remains, and so do tickets that still match the plan. */
export async function resubmitTask(deps: AlgorithmDeps, taskId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
    if (!taskAbilities(actor, stateOf(loaded)).resubmit) {
      fail(loaded.task.status === 'recruiting' ? 'task.recruiting-again' : 'task.not-allowed')
    }
    await recruitAgain(tx, taskId)
    await notifyTaskChanged(tx, deps, taskId)
    await record(tx, 'task.resubmitted', { taskId, userId: actor.userId })
  })
}
