import type { NotificationKind, RunFailure } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { NoticeParams } from '../../db/table.ts'
import type { Deps } from '../../lib/deps.ts'
import { pushRun } from '../../lib/live.ts'
import { notifyParties, partyNamesOf } from '../party/index.ts'
import { joinedOf, type LoadedTask } from './load.ts'
import { listConcerned, listRegistrations } from './queries.ts'
import type { RegistrationRow } from './table.ts'

type EventDeps = Pick<Deps, 'bus' | 'clock'>

/**
 * Makes consoles that show the task reload it. `also` names parties that could see the task until now and whose
 * consoles must reload, too.
 */
export async function notifyTaskChanged(
  tx: Db,
  deps: EventDeps,
  taskId: string,
  { seq = 0, also = [] }: { seq?: number; also?: string[] } = {},
) {
  const partyIds = [...new Set([...(await listConcerned(tx, taskId)), ...also])]
  await pushRun(tx, deps, { taskId, seq, partyIds })
}

/** Notifies the joined parties' consoles of a run's progress. `seq` has the meaning that it has in `SocketMessage`. */
export async function notifyRunMoved(tx: Db, deps: EventDeps, taskId: string, seq: number | null = null) {
  const registrations = await listRegistrations(tx, [taskId])
  const partyIds = joinedOf({ registrations }).map(({ partyId }) => partyId)
  await pushRun(tx, deps, { taskId, seq, partyIds })
}

/** Notifies the initiator that a registration has changed. */
export async function notifyInitiator(
  tx: Db,
  deps: EventDeps,
  loaded: LoadedTask,
  registration: RegistrationRow,
  kind: Extract<NotificationKind, 'task.join-requested' | 'task.joined' | 'task.quit' | 'task.invitation-declined'>,
) {
  // The party's name is read here, because a party that is just joining was not loaded with the task.
  const names = await partyNamesOf(tx, registration.partyId)
  await notifyParties(tx, deps, {
    ...toInitiator(loaded),
    kind,
    params: { task: loaded.task.name, ...names, note: registration.note },
    subject: 'registration',
    subjectId: registration.id,
  })
  await notifyTaskChanged(tx, deps, loaded.task.id)
}

/** Notifies the administrators of a party that the initiator has invited. */
export async function notifyInvited(tx: Db, deps: EventDeps, loaded: LoadedTask, { id, partyId }: RegistrationRow) {
  const params = { task: loaded.task.name, ...(await partyNamesOf(tx, loaded.task.partyId)) }
  const about = { subject: 'registration', subjectId: id, taskId: loaded.task.id } as const
  await notifyParties(tx, deps, { partyIds: [partyId], kind: 'task.invited', params, ...about })
  await notifyTaskChanged(tx, deps, loaded.task.id)
}

export async function notifyApplicant(
  tx: Db,
  deps: EventDeps,
  loaded: LoadedTask,
  applicant: RegistrationRow,
  verdict: 'approve' | 'reject',
) {
  await notifyParties(tx, deps, {
    partyIds: [applicant.partyId],
    alsoUserIds: [applicant.createdByUserId],
    kind: verdict === 'approve' ? 'task.join-approved' : 'task.join-rejected',
    ...aboutTask(loaded),
  })
  await notifyTaskChanged(tx, deps, loaded.task.id, { also: [applicant.partyId] })
}

/** Notifies participants that the plan has changed, so that members who have signed read it again. */
export async function planChanged(tx: Db, deps: EventDeps, loaded: LoadedTask) {
  await notifyEach(tx, deps, loaded, participantsOf(loaded), 'task.plan-changed')
  await notifyTaskChanged(tx, deps, loaded.task.id)
}

/**
 * Notifies participants that joining was closed, so that they can sign, or reopened, which voids their signed tickets.
 */
export async function notifyOfJoining(
  tx: Db,
  deps: EventDeps,
  loaded: LoadedTask,
  kind: 'task.joining-closed' | 'task.joining-reopened',
) {
  await notifyEach(tx, deps, loaded, participantsOf(loaded), kind)
  await notifyTaskChanged(tx, deps, loaded.task.id, { also: outsideOf(loaded) })
}

export async function notifyParticipants(tx: Db, deps: EventDeps, loaded: LoadedTask, kind: 'task.disbanded') {
  await notifyEach(tx, deps, loaded, participantsOf(loaded), kind)
  await notifyTaskChanged(tx, deps, loaded.task.id, { also: outsideOf(loaded) })
}

/** Notifies every party of the task about its run. */
export async function notifyTaskParties(
  tx: Db,
  deps: EventDeps,
  loaded: LoadedTask,
  kind: Extract<NotificationKind, `run.${string}`>,
  { seq = 0, failure = null }: { seq?: number; failure?: RunFailure | null } = {},
) {
  await notifyEach(tx, deps, loaded, joinedOf(loaded), kind, failure ? await reasonOf(tx, failure) : {})
  await notifyTaskChanged(tx, deps, loaded.task.id, { seq })
}

/**
 * Returns the failure's reason in a form that readers in any party may see. The reason names the party where the
 * failure happened or that stopped the run.
 */
async function reasonOf(tx: Db, { code, params, partyId }: RunFailure): Promise<NoticeParams> {
  if (partyId === null) return { ...params, code }
  const { party } = await partyNamesOf(tx, partyId)
  if (code === 'run.stopped') return { party }
  return { ...params, code, at: party }
}

export async function notifyOfWithdrawal(tx: Db, deps: EventDeps, loaded: LoadedTask, partyId: string) {
  const params = { task: loaded.task.name, ...(await partyNamesOf(tx, partyId)) }
  await notifyParties(tx, deps, { ...toInitiator(loaded), ...aboutTask(loaded), kind: 'grant.withdrawn', params })
}

/**
 * Notifies the initiator and the party itself of deleted data, because other members may not know what a colleague
 * deleted.
 */
export async function notifyOfDeletedData(tx: Db, deps: EventDeps, loaded: LoadedTask, partyId: string) {
  const params = { task: loaded.task.name, ...(await partyNamesOf(tx, partyId)) }
  const { partyIds, alsoUserIds } = toInitiator(loaded)
  const readers = { partyIds: [...new Set([...partyIds, partyId])], alsoUserIds }
  await notifyParties(tx, deps, { ...readers, ...aboutTask(loaded), kind: 'task.data-deleted', params })
}

/**
 * Notifies one party after the other, so that each notice also reaches the member who joined the task for that party.
 */
async function notifyEach(
  tx: Db,
  deps: EventDeps,
  loaded: LoadedTask,
  registrations: RegistrationRow[],
  kind: NotificationKind,
  params: NoticeParams = {},
) {
  for (const { partyId, createdByUserId } of registrations) {
    const { params: named, ...about } = aboutTask(loaded)
    const readers = { partyIds: [partyId], alsoUserIds: [createdByUserId] }
    await notifyParties(tx, deps, { ...readers, kind, ...about, params: { ...params, ...named } })
  }
}

const participantsOf = (loaded: LoadedTask) => joinedOf(loaded).filter(({ role }) => role === 'participant')

/** Returns the task's parties that have not joined yet. */
const outsideOf = ({ registrations }: LoadedTask) =>
  registrations.filter(({ status }) => status === 'applying' || status === 'invited').map(({ partyId }) => partyId)

function toInitiator({ task }: LoadedTask) {
  return { partyIds: [task.partyId], alsoUserIds: [task.createdByUserId], taskId: task.id }
}

function aboutTask({ task }: LoadedTask) {
  return { params: { task: task.name }, subject: 'task', subjectId: task.id, taskId: task.id } as const
}
