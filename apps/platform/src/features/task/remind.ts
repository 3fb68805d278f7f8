import { fail } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { limit } from '../../lib/limits.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notify } from '../notification/index.ts'
import { lockLoaded } from './join-task.ts'
import { stateOf } from './load.ts'
import { taskAbilities } from './policy.ts'
import { findRegistration } from './queries.ts'

/** Often enough to be heard, not to be a nuisance. */
const REMINDERS_AN_HOUR = 5

/** A participant reminds the initiator to start (id of the task); the initiator a participant to get ready (id of the registration). */
export async function remind(
  deps: AlgorithmDeps,
  { whom, id }: { whom: 'initiator' | 'participant'; id: string },
  actor: Actor,
) {
  await limit(deps, `remind:${actor.partyId}:${id}`, REMINDERS_AN_HOUR, HOUR_MS)
  await deps.db.transaction(async (tx) => {
    const target = whom === 'participant' ? await findRegistration(tx, id) : undefined
    if (whom === 'participant' && !target) fail('registration.not-found')
    const loaded = await lockLoaded(tx, deps, target?.taskId ?? id)
    if (!taskAbilities(actor, stateOf(loaded)).remind) fail('task.not-allowed')
    const isInitiator = loaded.task.partyId === actor.partyId
    if (whom === 'participant' && !isInitiator) fail('task.initiator-only')
    if (whom === 'initiator' && isInitiator) fail('task.not-allowed')
    const party = loaded.parties.get(actor.partyId ?? '')?.name ?? ''
    const params = { task: loaded.task.name, party }
    const about = { subject: 'task', subjectId: loaded.task.id, taskId: loaded.task.id, params } as const
    await notify(
      tx,
      deps,
      target
        ? {
            ...about,
            kind: 'task.remind-participant',
            partyIds: [target.partyId],
            alsoUserIds: [target.createdByUserId],
          }
        : {
            ...about,
            kind: 'task.remind-initiator',
            partyIds: [loaded.task.partyId],
            alsoUserIds: [loaded.task.createdByUserId],
          },
    )
  })
}
