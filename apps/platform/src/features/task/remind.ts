import { fail, type NotificationKind } from '@tessera/contract'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { countTry, limit } from '../../lib/limits.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notifyParties, partyNames } from '../party/index.ts'
import { lockLoaded } from './join-task.ts'
import { stateOf } from './load.ts'
import { taskAbilities } from './policy.ts'
import { findRegistration, findTask } from './queries.ts'
import type { RegistrationRow, TaskRow } from './table.ts'

/**
 * Maximum number of reminders from one party to another per hour, over all tasks and roles, so that reminders do not
 * become a nuisance.
 */
const REMINDERS_AN_HOUR = 5

/** A reminder that is repeated within this time, for example from another browser tab, is not sent again. */
const REPEAT_MS = 60_000

/**
 * Sends another party a reminder. A participant reminds the initiator to start (`id` is the task's id); the initiator
 * reminds a participant to get ready (`id` is the registration's id).
 */
export async function remind(
  deps: AlgorithmDeps,
  { whom, id }: { whom: 'initiator' | 'participant'; id: string },
  actor: Actor,
) {
  const from = requireParty(actor)
  const target = whom === 'participant' ? await findRegistration(deps.db, id) : undefined
  if (whom === 'participant' && !target) fail('registration.not-found')
  const task = (await findTask(deps.db, target?.taskId ?? id)) ?? fail('task.not-found')
  const to = target?.partyId ?? task.partyId
  await limit(deps, `remind:${from}:${to}`, REMINDERS_AN_HOUR, HOUR_MS)
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, task.id)
    if (!taskAbilities(actor, stateOf(loaded)).remind) fail('task.not-allowed')
    const isInitiator = loaded.task.partyId === from
    if (whom === 'participant' && !isInitiator) fail('task.initiator-only')
    const isIn = loaded.registrations.some(({ partyId, status }) => partyId === to && status === 'joined')
    if (to === from || !isIn) fail('task.not-allowed')
    const reminded = `reminded:${from}:${to}:${task.id}`
    if ((await countTry({ ...deps, db: tx }, reminded, REPEAT_MS)) > 1) return
    const names = partyNames(loaded.parties.get(from))
    const about = { subject: 'task', subjectId: task.id, taskId: task.id } as const
    await notifyParties(tx, deps, {
      ...reminderTo(task, target),
      ...about,
      params: { task: loaded.task.name, ...names },
    })
  })
}

function reminderTo(task: TaskRow, participant: RegistrationRow | undefined) {
  const { partyId, createdByUserId } = participant ?? task
  const kind: NotificationKind = participant ? 'task.remind-participant' : 'task.remind-initiator'
  return { kind, partyIds: [partyId], alsoUserIds: [createdByUserId] }
}
