import { fail, JOIN_NOTE_MAX, TASK_INVITE_DAYS } from '@tessera/contract'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { after, DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import { newDigits } from '../../lib/ids.ts'
import { limit } from '../../lib/limits.ts'
import { closeRequest } from '../../lib/notices.ts'
import { type AlgorithmDeps, recordActivity } from '../algorithm/index.ts'
import { addRegistration } from './create-task.ts'
import { type LoadedTask, loadTask, stateOf } from './load.ts'
import { notifyApplicant, notifyInitiator } from './notify.ts'
import { canJoinByCode, canSeeTask, taskAbilities } from './policy.ts'
import { countJoined, findRegistration, lockTask } from './queries.ts'
import { type RegistrationRow, registration, taskInvite } from './table.ts'

const INVITE_MS = TASK_INVITE_DAYS * DAY_MS
/** Limit of attempts, because an eight-digit code could otherwise be found by trying. */
const CODE_TRIES_PER_HOUR = 20

/** Creates an eight-digit invitation code that one party can use within seven days. */
export async function createInvite(deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    requireInvite(actor, loaded)
    const code = newDigits(8)
    await tx.insert(taskInvite).values({ code, taskId, expiryTime: after(deps.clock.now(), INVITE_MS) })
    await record(tx, 'task.invite-made', { taskId, userId: actor.userId })
    return code
  })
}

export async function joinByCode(deps: AlgorithmDeps, code: string, actor: Actor): Promise<RegistrationRow> {
  const partyId = requireParty(actor)
  await limit(deps, `task-invite:${actor.userId}`, CODE_TRIES_PER_HOUR, HOUR_MS)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const isOpen = and(
      eq(taskInvite.code, code.trim()),
      isNull(taskInvite.usedByPartyId),
      gt(taskInvite.expiryTime, now),
    )
    const [invite] = await tx.select().from(taskInvite).where(isOpen)
    if (!invite) fail('invite.invalid')
    const loaded = await lockLoaded(tx, deps, invite.taskId)
    requireOpen(loaded)
    if (!canJoinByCode(actor, stateOf(loaded))) fail('task.already-joined')

    const used = await tx.update(taskInvite).set({ usedByPartyId: partyId }).where(isOpen).returning()
    if (used.length === 0) fail('invite.invalid')
    return register(tx, deps, loaded, actor, { status: 'joined', note: '', action: 'invite-code-join' })
  })
}

/**
 * Joins a task that is public or has invited the party; applies to an invite-only task. A private task
 * that has not invited the party requires a code.
 */
export async function joinTask(
  deps: AlgorithmDeps,
  input: { taskId: string; note?: string | undefined },
  actor: Actor,
): Promise<RegistrationRow> {
  const partyId = requireParty(actor)
  return deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, input.taskId)
    const state = stateOf(loaded)
    if (!canSeeTask(actor, state)) fail('task.private')
    requireOpen(loaded)
    requireOutside(loaded, partyId)
    const { join, apply, answerInvitation } = taskAbilities(actor, state)
    const joins = join || answerInvitation
    if (!joins && !apply) fail('task.join-not-allowed')
    return register(tx, deps, loaded, actor, {
      status: joins ? 'joined' : 'applying',
      note: (input.note ?? '').slice(0, JOIN_NOTE_MAX),
      action: joins ? 'join' : 'apply-join',
    })
  })
}

export async function reviewApplication(
  deps: AlgorithmDeps,
  { registrationId, verdict }: { registrationId: string; verdict: 'approve' | 'reject' },
  actor: Actor,
) {
  await deps.db.transaction(async (tx) => {
    const found = (await findRegistration(tx, registrationId)) ?? fail('registration.not-found')
    const loaded = await lockLoaded(tx, deps, found.taskId)
    if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
    if (!taskAbilities(actor, stateOf(loaded)).review) fail(refusalOfLead(actor, loaded))
    const applicant = loaded.registrations.find(({ id }) => id === registrationId)
    if (applicant?.status !== 'applying') fail('registration.decided')

    if (verdict === 'approve') requireOpen(loaded)
    const status = verdict === 'approve' ? 'joined' : 'rejected'
    await tx.update(registration).set({ status }).where(eq(registration.id, registrationId))
    await countJoined(tx, loaded.task.id)
    const verb = verdict === 'approve' ? 'agree' : 'refuse'
    await note(tx, deps, loaded, actor, verb, { hostPartyId: applicant.partyId })
    await record(tx, `task.application-${status}`, { taskId: loaded.task.id, partyId: applicant.partyId })
    await closeRequest(tx, deps, applicant.id)
    await notifyApplicant(tx, deps, loaded, applicant, verdict)
  })
}

export async function lockLoaded(tx: Db, deps: AlgorithmDeps, taskId: string): Promise<LoadedTask> {
  return loadTask(tx, deps, (await lockTask(tx, taskId)) ?? fail('task.not-found'))
}

/** Returns why the actor may not do what only the initiator may do; undefined if the actor may. */
export function refusalOfLead(actor: Actor, { task }: LoadedTask) {
  if (task.partyId !== actor.partyId) return 'task.initiator-only'
  return task.status === 'recruiting' ? 'task.not-allowed' : 'task.not-recruiting'
}

export function requireInvite(actor: Actor, loaded: LoadedTask) {
  const { invite, reopenJoining } = taskAbilities(actor, stateOf(loaded))
  if (!invite) fail(reopenJoining ? 'task.joining-closed' : refusalOfLead(actor, loaded))
}

/** Fails if joining is closed, because a new party would void the tickets that the named parties signed. */
export function requireOpen(loaded: LoadedTask) {
  const { status, joining } = stateOf(loaded)
  if (status !== 'recruiting') fail('task.not-recruiting')
  if (joining === 'closed') fail('task.joining-closed')
}

function requireOutside({ registrations }: LoadedTask, partyId: string) {
  const inside = ['joined', 'applying']
  if (registrations.some((mine) => mine.partyId === partyId && inside.includes(mine.status)))
    fail('task.already-joined')
}

/**
 * Registers the party in the task. A former registration of the party is replaced, and the data offered with it is
 * dropped.
 */
export async function register(
  tx: Db,
  deps: AlgorithmDeps,
  loaded: LoadedTask,
  actor: Actor,
  how: { status: 'joined' | 'applying'; note: string; action: 'join' | 'apply-join' | 'invite-code-join' },
): Promise<RegistrationRow> {
  const now = deps.clock.now()
  const partyId = requireParty(actor)
  const { action, ...values } = how
  const former = loaded.registrations.find((mine) => mine.partyId === partyId)
  if (former) {
    await tx.delete(registration).where(eq(registration.id, former.id))
    await closeRequest(tx, deps, former.id)
  }
  const added = { taskId: loaded.task.id, partyId, role: 'participant', ...values } as const
  const row = await addRegistration(tx, added, actor, now)
  await note(tx, deps, loaded, actor, action)
  await record(tx, `task.${action}`, { taskId: loaded.task.id, partyId, userId: actor.userId })
  await notifyInitiator(tx, deps, loaded, row, how.status === 'joined' ? 'task.joined' : 'task.join-requested')
  return row
}

function note(
  tx: Db,
  deps: AlgorithmDeps,
  { task }: LoadedTask,
  actor: Actor,
  action: 'join' | 'apply-join' | 'invite-code-join' | 'agree' | 'refuse',
  about: { hostPartyId?: string } = {},
) {
  const content = { missionName: task.name, ...about }
  return recordActivity(
    tx,
    actor,
    [{ subject: 'task', subjectId: task.id, action, taskId: task.id, content }],
    deps.clock.now(),
  )
}
