import { fail } from '@tessera/contract'
import type { Db } from './db/pool.ts'
import type { UserRow } from './features/account/index.ts'
import { renameActor } from './features/algorithm/index.ts'
import { renameUploader } from './features/dataset/index.ts'
import { holdEdges, recordRevoked, shutOutEdge, voidEnrolments } from './features/environment/index.ts'
import { renameInferenceAuthor } from './features/inference/index.ts'
import { forgetNotices } from './features/notification/index.ts'
import { leaveParties, partyIdsOf } from './features/party/index.ts'
import { renameRunEnder } from './features/run/index.ts'
import { hasOpenTasks, renameTaskAuthor } from './features/task/index.ts'
import { DELETED_NAME } from './lib/deleted-name.ts'
import type { Deps } from './lib/deps.ts'
import { closeRequest } from './lib/notices.ts'

/**
 * Deletes a user's data in every feature when the user deletes their account. Objects that the user created keep the
 * user's id, but not the name. A party whose only member was the user remains without members, and its edge is revoked;
 * the deletion fails if such a party has open tasks. Returns a function that writes the deletion to the log at the end
 * of the transaction.
 */
export async function forgetPerson(
  tx: Db,
  deps: Pick<Deps, 'bus' | 'clock'>,
  user: UserRow,
): Promise<() => Promise<void>> {
  const revoked: string[] = []
  // Edges are locked before parties, as in every transaction.
  await holdEdges(tx, await partyIdsOf(tx, user.id))
  const { left, requestIds } = await leaveParties(tx, user.id)
  for (const id of requestIds) await closeRequest(tx, deps, id)
  for (const party of left) {
    if (await hasOpenTasks(tx, party.id)) fail('account.party-busy', { party: party.name })
    if (await shutOutEdge(tx, deps, party.id)) revoked.push(party.id)
  }
  await voidEnrolments(tx, user.id)
  await forgetNotices(tx, user.id, user.displayName, DELETED_NAME)
  for (const rename of [renameTaskAuthor, renameActor, renameUploader, renameInferenceAuthor, renameRunEnder]) {
    await rename(tx, user.id, DELETED_NAME)
  }
  return async () => {
    for (const partyId of revoked) await recordRevoked(tx, partyId, user.id)
  }
}
