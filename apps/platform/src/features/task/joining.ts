import { fail, LEAST_PARTIES, WAIT_BOUNDS, WAIT_MINUTES } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { newSeed } from '../../lib/ids.ts'
import { closeRequest } from '../../lib/notices.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded, refusalOfLead } from './join-task.ts'
import { joinedOf, type LoadedTask, loadTask, stateOf } from './load.ts'
import { taskAbilities } from './policy.ts'
import { type TaskRow, task } from './table.ts'
import { tellJoining } from './tell.ts'

/** Of its runs: the least of the parties that one may have, and how long it waits for one that is away. */
interface RunTerms {
  fewest?: number | undefined
  waitMinutes?: number | undefined
}

/** From here on the plan names who has joined, so that they can sign; a run needs all of them unless `fewest` says less. */
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

/** The same for whoever holds the task and has asked whether the actor may. */
export async function nameParties(
  tx: Db,
  deps: AlgorithmDeps,
  loaded: LoadedTask,
  actor: Actor,
  { fewest, waitMinutes = WAIT_MINUTES }: RunTerms = {},
) {
  const named = joinedOf(loaded).map(({ partyId }) => partyId)
  const most = named.length
  if (most < LEAST_PARTIES) fail('task.too-few-parties')
  if (fewest !== undefined && (fewest < LEAST_PARTIES || fewest > most)) {
    fail('task.fewest-invalid', { least: LEAST_PARTIES, most })
  }
  if (waitMinutes < WAIT_BOUNDS.least || waitMinutes > WAIT_BOUNDS.most) fail('task.wait-invalid', WAIT_BOUNDS)
  const changes = {
    namedPartyIds: named.toSorted(),
    fewest: fewest ?? most,
    // What everybody waits stands in no plan, so that tickets of before hold.
    waitMinutes: waitMinutes === WAIT_MINUTES ? null : waitMinutes,
    seed: newSeed(),
  }
  const closed = await write(tx, deps, loaded, changes)
  await record(tx, 'task.joining-closed', { taskId: loaded.task.id, userId: actor.userId, planHash: closed.planHash })
  await closeInvitations(tx, deps, closed)
  await tellJoining(tx, deps, closed, 'task.joining-closed')
  return closed
}

/** Whoever signed did so for these parties, and no plan is going to be that one again. */
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
  await tellJoining(tx, deps, open, 'task.joining-reopened')
  return open
}

function refusalOf(actor: Actor, loaded: LoadedTask, already: 'task.joining-closed' | 'task.joining-open') {
  const state = stateOf(loaded)
  const isLead = taskAbilities(actor, state).start && state.researchType === 'federated'
  return isLead ? already : refusalOfLead(actor, loaded)
}

/** Nobody can accept them now. They stand again if joining is reopened, and are over once the task starts. */
async function closeInvitations(tx: Db, deps: AlgorithmDeps, { registrations }: LoadedTask) {
  for (const { id, status } of registrations) if (status === 'invited') await closeRequest(tx, deps, id)
}

async function write(tx: Db, deps: AlgorithmDeps, { task: row }: LoadedTask, changes: Partial<TaskRow>) {
  const [written] = await tx.update(task).set(changes).where(eq(task.id, row.id)).returning()
  return loadTask(tx, deps, written as TaskRow)
}
