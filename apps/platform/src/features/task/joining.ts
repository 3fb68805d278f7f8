import { fail, MIN_PARTIES, WAIT_BOUNDS, WAIT_MINUTES } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { newSeed } from '../../lib/ids.ts'
import { closeRequest } from '../../lib/notices.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded, refusalOfLead } from './join-task.ts'
import { joinedOf, type LoadedTask, loadTask, stateOf } from './load.ts'
import { notifyOfJoining } from './notify.ts'
import { taskAbilities } from './policy.ts'
import { type TaskRow, task } from './table.ts'

/** Terms of the task's runs: the minimum number of parties, and how long a run waits for a party that is offline. */
interface RunTerms {
  fewest?: number | undefined
  waitMinutes?: number | undefined
}

/**
 * Closes joining. From then on, the plan names the joined parties, so that they can sign. A run needs all of them
 * unless `fewest` is smaller.
 */
export async function closeJoining(
  deps: AlgorithmDeps,
  { taskId, ...terms }: { taskId: string } & RunTerms,
  actor: Actor,
): Promise<LoadedTask> {
  return deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (!taskAbilities(actor, stateOf(loaded)).closeJoining) fail(refusalOf(actor, loaded, 'task.joining-closed'))
    return nameParties(tx, deps, loaded, actor, terms)
  })
}

/** Closes joining without checking permissions. The caller must have locked the task and checked the actor. */
export async function nameParties(
  tx: Db,
  deps: AlgorithmDeps,
  loaded: LoadedTask,
  actor: Actor,
  { fewest, waitMinutes = WAIT_MINUTES }: RunTerms = {},
) {
  const named = joinedOf(loaded).map(({ partyId }) => partyId)
  const most = named.length
  if (most < MIN_PARTIES) fail('task.too-few-parties')
  if (fewest !== undefined && (fewest < MIN_PARTIES || fewest > most)) {
    fail('task.fewest-invalid', { least: MIN_PARTIES, most })
  }
  if (waitMinutes < WAIT_BOUNDS.least || waitMinutes > WAIT_BOUNDS.most) fail('task.wait-invalid', WAIT_BOUNDS)
  const changes = {
    namedPartyIds: named.toSorted(),
    fewest: fewest ?? most,
    // The plan does not contain the default waiting time, so that earlier tickets stay valid.
    waitMinutes: waitMinutes === WAIT_MINUTES ? null : waitMinutes,
    seed: newSeed(),
  }
  const closed = await write(tx, deps, loaded, changes)
  await record(tx, 'task.joining-closed', { taskId: loaded.task.id, userId: actor.userId, planHash: closed.planHash })
  await closeInvitations(tx, deps, closed)
  await notifyOfJoining(tx, deps, closed, 'task.joining-closed')
  return closed
}

/**
 * Reopens joining. Tickets that are already signed name the previous parties, and no later plan will equal the plan
 * that they cover.
 */
export async function reopenJoining(deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<LoadedTask> {
  return deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (!taskAbilities(actor, stateOf(loaded)).reopenJoining) fail(refusalOf(actor, loaded, 'task.joining-open'))
    return unnameParties(tx, deps, loaded, actor)
  })
}

export async function unnameParties(tx: Db, deps: AlgorithmDeps, loaded: LoadedTask, actor: Actor) {
  const open = await write(tx, deps, loaded, { namedPartyIds: null, fewest: null, waitMinutes: null, seed: null })
  await record(tx, 'task.joining-reopened', { taskId: loaded.task.id, userId: actor.userId })
  await notifyOfJoining(tx, deps, open, 'task.joining-reopened')
  return open
}

function refusalOf(actor: Actor, loaded: LoadedTask, already: 'task.joining-closed' | 'task.joining-open') {
  const state = stateOf(loaded)
  const isLead = taskAbilities(actor, state).start && state.researchType === 'federated'
  return isLead ? already : refusalOfLead(actor, loaded)
}

/**
 * Closes open invitations, which cannot be accepted while joining is closed. Reopening joining restores them; starting
 * the training deletes them.
 */
async function closeInvitations(tx: Db, deps: AlgorithmDeps, { registrations }: LoadedTask) {
  for (const { id, status } of registrations) if (status === 'invited') await closeRequest(tx, deps, id)
}

async function write(tx: Db, deps: AlgorithmDeps, { task: row }: LoadedTask, changes: Partial<TaskRow>) {
  const [written] = await tx.update(task).set(changes).where(eq(task.id, row.id)).returning()
  return loadTask(tx, deps, written as TaskRow)
}
