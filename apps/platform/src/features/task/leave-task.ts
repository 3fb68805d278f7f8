import { type ErrorCode, fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { closeRequest } from '../../lib/notices.ts'
import { type AlgorithmDeps, recordActivity } from '../algorithm/index.ts'
import { lockLoaded } from './join-task.ts'
import { unnameParties } from './joining.ts'
import { stateOf } from './load.ts'
import { notifyInitiator, notifyParticipants, notifyTaskChanged } from './notify.ts'
import { removeFeatures } from './plan/feature-rows.ts'
import { removeNames } from './plan/name-rows.ts'
import { taskAbilities } from './policy.ts'
import { countJoined, findRegistration } from './queries.ts'
import { markDisbanded, TRAINED } from './status.ts'
import { type RegistrationRow, registration, type TaskRow, task } from './table.ts'

/**
 * Removes a participant from the task, which reopens joining if it was closed; if the initiator leaves, the task is
 * disbanded. Both are possible only while the task recruits.
 */
export async function quitTask(deps: AlgorithmDeps, registrationId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const found = (await findRegistration(tx, registrationId)) ?? fail('registration.not-found')
    const loaded = await lockLoaded(tx, deps, found.taskId)
    const mine = loaded.registrations.find(({ id }) => id === registrationId) ?? fail('registration.not-found')
    if (mine.partyId !== actor.partyId) fail('task.not-allowed')
    const { quit, disband } = taskAbilities(actor, stateOf(loaded))
    if (!(mine.role === 'initiator' ? disband : quit)) fail(refusal(mine.role, loaded.task.status))

    const now = deps.clock.now()
    const content = { missionName: loaded.task.name }
    const taskId = loaded.task.id
    await recordActivity(tx, actor, [{ subject: 'task', subjectId: taskId, action: 'exit', taskId, content }], now)
    if (mine.role === 'initiator') {
      await markDisbanded(tx, taskId)
      await record(tx, 'task.disbanded', { taskId, userId: actor.userId })
      const open = loaded.registrations.filter(({ status }) => status === 'applying' || status === 'invited')
      for (const { id } of open) await closeRequest(tx, deps, id)
      await notifyParticipants(tx, deps, loaded, 'task.disbanded')
      return
    }
    await tx.update(registration).set({ datasetId: null }).where(eq(registration.id, mine.id))
    await leaveOut(tx, mine)
    if (mine.status === 'joined' && stateOf(loaded).joining === 'closed') {
      await unnameParties(tx, deps, await lockLoaded(tx, deps, taskId), actor)
    }
    await record(tx, 'task.quit', { taskId, partyId: mine.partyId, userId: actor.userId })
    await closeRequest(tx, deps, mine.id)
    await notifyInitiator(tx, deps, loaded, mine, 'task.quit')
  })
}

/** Removes the party from the task. The task continues without the party. */
export async function leaveOut(tx: Db, { id, taskId, partyId }: RegistrationRow) {
  await tx.update(registration).set({ status: 'left' }).where(eq(registration.id, id))
  await countJoined(tx, taskId)
  await removeFeatures(tx, taskId, partyId)
  await removeNames(tx, taskId, partyId)
}

function refusal(role: 'initiator' | 'participant', status: TaskRow['status']): ErrorCode {
  if (status === 'recruiting') return 'task.not-allowed'
  const verb = role === 'initiator' ? 'disband' : 'quit'
  return status === 'training' ? `task.${verb}-training` : `task.${verb}-finished`
}

/** Deletes the task from every list. Its models remain. */
export async function deleteTask(deps: AlgorithmDeps, taskId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
    if (!taskAbilities(actor, stateOf(loaded)).delete) {
      fail(TRAINED.includes(loaded.task.status) ? 'task.not-allowed' : 'task.delete-unfinished')
    }
    await tx.update(task).set({ deleteTime: deps.clock.now() }).where(eq(task.id, taskId))
    await record(tx, 'task.deleted', { taskId, userId: actor.userId })
    await notifyTaskChanged(tx, deps, taskId)
  })
}
