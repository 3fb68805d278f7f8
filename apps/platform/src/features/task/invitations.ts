import { DECLINED_HOURS, fail, type Invitee, type TaskToInvite } from '@tessera/contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { after, HOUR_MS } from '../../lib/clock.ts'
import { limit } from '../../lib/limits.ts'
import { closeRequest } from '../../lib/notices.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { findVisible, fits } from '../dataset/index.ts'
import { findParty, listPartiesNamed, nameOfParty } from '../party/index.ts'
import { addRegistration } from './create-task.ts'
import { lockLoaded, register, requireInvite, requireOpen } from './join-task.ts'
import { type LoadedTask, loadTask, stateOf } from './load.ts'
import { notifyInitiator, notifyInvited, notifyTaskChanged } from './notify.ts'
import { taskAbilities } from './policy.ts'
import { findRegistration, findTask, listInviting, listRegistrations } from './queries.ts'
import { type RegistrationRow, registration } from './table.ts'
import { tasksOfDatasets } from './tasks-of-datasets.ts'

const INVITED_PER_HOUR = 100
/**
 * Limit of invitations of one party to one task. An invitation that was withdrawn may be sent again within this limit.
 */
const SAME_PER_HOUR = 5
const TASKS_MOST = 100
/** Statuses of registrations of parties that need no invitation. */
const INSIDE: RegistrationRow['status'][] = ['joined', 'applying', 'invited']

/** Returns the parties of the federation except the initiator, each with its status in the task. */
export async function listInvitees(
  deps: AlgorithmDeps,
  { taskId, name }: { taskId: string; name?: string | undefined },
  page: { size: number; offset: number },
  actor: Actor,
): Promise<{ records: Invitee[]; total: number }> {
  const row = (await findTask(deps.db, taskId)) ?? fail('task.not-found')
  const loaded = await loadTask(deps.db, deps, row)
  requireInvite(actor, loaded)
  const { rows, total } = await listPartiesNamed(deps.db, { name, exceptId: row.partyId }, page)
  const records = rows.map((party) => {
    const known = registrationOf(loaded, party.id)
    return {
      partyId: party.id,
      partyName: nameOfParty(party, actor.language),
      partyAvatar: party.avatar,
      status: known?.status ?? null,
      registrationId: known?.id ?? null,
    }
  })
  return { records, total }
}

/** Returns the tasks of the actor's party to which the owner of this dataset may be invited with the dataset. */
export async function listTasksToInvite(deps: AlgorithmDeps, datasetId: string, actor: Actor): Promise<TaskToInvite[]> {
  const { db, algorithms } = deps
  const dataset = await findVisible(db, tasksOfDatasets(deps), datasetId, actor)
  const partyId = requireParty(actor)
  if (dataset.partyId === partyId) return []
  const unfit = algorithms.list().filter((algorithm) => !fits(algorithm, dataset))
  const unfitIds = unfit.map(({ manifest }) => manifest.id)
  const rows = await listInviting(db, actor, unfitIds, TASKS_MOST)
  const registrations = await listRegistrations(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const own = registrations.filter(({ taskId }) => taskId === row.id)
    if (!taskAbilities(actor, stateOf({ task: row, registrations: own })).invite) return []
    const status = registrationOf({ registrations: own }, dataset.partyId)?.status ?? null
    return [{ taskId: row.id, name: row.name, createTime: row.createTime, status }]
  })
}

/** Invites a party, which can then see the task and join without approval. A second invitation changes nothing. */
export async function inviteParty(deps: AlgorithmDeps, taskId: string, partyId: string, actor: Actor) {
  await limit(deps, `invite-party:${actor.userId}`, INVITED_PER_HOUR, HOUR_MS)
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    requireInvite(actor, loaded)
    const party = await findParty(tx, partyId)
    if (!party || party.suspendedTime) fail('party.not-found')
    const former = registrationOf(loaded, partyId)
    if (former && INSIDE.includes(former.status)) return
    if (former) refuseAfterNo(deps, former)
    // Count all invitations that were sent, by any member.
    await limit({ ...deps, db: tx }, `invited:${taskId}:${partyId}`, SAME_PER_HOUR, HOUR_MS)
    if (former) await tx.delete(registration).where(eq(registration.id, former.id))
    const added = { taskId, partyId, role: 'participant', status: 'invited' } as const
    const row = await addRegistration(tx, added, actor, deps.clock.now())
    await record(tx, 'task.party-invited', { taskId, partyId, userId: actor.userId })
    await notifyInvited(tx, deps, loaded, row)
  })
}

/** Withdraws an invitation that is unanswered or was declined. A party that has joined stays in the task. */
export async function withdrawInvitation(deps: AlgorithmDeps, registrationId: string, actor: Actor) {
  await deps.db.transaction(async (tx) => {
    const found = (await findRegistration(tx, registrationId)) ?? fail('task.invitation-gone')
    const loaded = await lockLoaded(tx, deps, found.taskId)
    requireInvite(actor, loaded)
    const row = loaded.registrations.find(({ id }) => id === registrationId)
    if (row?.status !== 'invited' && row?.status !== 'declined') fail('task.invitation-gone')
    refuseAfterNo(deps, row)
    await removeInvitation(tx, deps, row)
    await record(tx, 'task.invitation-taken-back', { taskId: row.taskId, partyId: row.partyId, userId: actor.userId })
  })
}

export async function answerInvitation(
  deps: AlgorithmDeps,
  { taskId, answer }: { taskId: string; answer: 'approve' | 'reject' },
  actor: Actor,
) {
  const partyId = requireParty(actor)
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    const mine = registrationOf(loaded, partyId)
    if (mine?.status !== 'invited') fail('task.not-invited')
    requireOpen(loaded)
    if (!taskAbilities(actor, stateOf(loaded)).answerInvitation) fail('task.not-invited')
    if (answer === 'approve') {
      await register(tx, deps, loaded, actor, { status: 'joined', note: '', action: 'join' })
      return
    }
    const [declined] = await tx
      .update(registration)
      .set({ status: 'declined', createTime: deps.clock.now() })
      .where(eq(registration.id, mine.id))
      .returning()
    await record(tx, 'task.invitation-declined', { taskId, partyId, userId: actor.userId })
    await closeRequest(tx, deps, mine.id)
    await notifyInitiator(tx, deps, loaded, declined as RegistrationRow, 'task.invitation-declined')
  })
}

/**
 * Fails for some time after a party has declined. During this time the party is not invited again, and its answer
 * cannot be deleted to allow another invitation.
 */
function refuseAfterNo({ clock }: Pick<AlgorithmDeps, 'clock'>, { status, createTime }: RegistrationRow) {
  const isLate = after(createTime, DECLINED_HOURS * HOUR_MS) <= clock.now()
  if (status === 'declined' && !isLate) fail('task.declined-lately', { hours: DECLINED_HOURS })
}

/** Deletes unanswered invitations when training starts. They are not restored if the task recruits again. */
export async function endInvitations(tx: Db, taskId: string) {
  await tx.delete(registration).where(and(eq(registration.taskId, taskId), eq(registration.status, 'invited')))
}

/** The party is notified first, because the recipients are unknown after the invitation is deleted. */
async function removeInvitation(tx: Db, deps: AlgorithmDeps, { id, taskId }: RegistrationRow) {
  await notifyTaskChanged(tx, deps, taskId)
  await closeRequest(tx, deps, id)
  await tx.delete(registration).where(eq(registration.id, id))
}

const registrationOf = ({ registrations }: Pick<LoadedTask, 'registrations'>, partyId: string) =>
  registrations.find((one) => one.partyId === partyId)
