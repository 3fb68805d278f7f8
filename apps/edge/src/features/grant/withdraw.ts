import { rmSync } from 'node:fs'
import { fail } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import type { GrantDeps } from './deps.ts'
import { endWork } from './end-work.ts'
import {
  findGrant,
  findNewestGrant,
  forgetRowDigest,
  listGrants,
  listGrantsOfDataset,
  markWithdrawn,
  noticeOf,
  type StoredGrant,
} from './queries.ts'

type TakeBackDeps = Pick<GrantDeps, 'db' | 'log' | 'outbox' | 'now'>
type WithdrawDeps = TakeBackDeps & Pick<GrantDeps, 'killWorkers'>

type Reason = { userId: string; name: string; factor: string } | { because: string }

/**
 * Withdraws a ticket. The guard then refuses messages under the ticket, and all work under it is killed before the
 * function returns.
 */
export function withdrawGrant(deps: WithdrawDeps, id: string, by: Reason) {
  // The ticket is read again, because another tab may have withdrawn it while the PIN was checked.
  const grant = findGrant(deps.db, id) ?? fail('grant.not-found')
  if (grant.withdrawTime !== null) return grant
  transaction(deps.db, () => takeBack(deps, grant, by))
  stop(deps, grant)
  return findGrant(deps.db, id) ?? grant
}

/**
 * Withdraws the tickets of deleted datasets, because deleted rows must not remain granted. Call this function within the
 * transaction that deletes the datasets. Call the function that it returns after the transaction.
 */
export function withdrawOfDatasets(deps: WithdrawDeps, datasetIds: string[]): () => void {
  const grants = datasetIds.flatMap((datasetId) => listGrantsOfDataset(deps.db, datasetId))
  for (const grant of grants) takeBack(deps, grant, { because: 'dataset-deleted' })
  return () => {
    for (const grant of grants) stop(deps, grant)
  }
}

function takeBack(deps: TakeBackDeps, grant: StoredGrant, by: Reason) {
  const withdrawTime = deps.now().toISOString()
  deps.log.append('ticket-withdrawn', { grantId: grant.id, taskId: grant.taskId, ...by })
  markWithdrawn(deps.db, grant.id, withdrawTime)
  const person = 'userId' in by ? { byUserId: by.userId } : {}
  deps.outbox.add({ kind: 'grant', grant: { ...noticeOf({ ...grant, withdrawTime }), ...person } })
}

function stop(deps: WithdrawDeps, grant: StoredGrant) {
  endWork(deps, grant, 'grant.withdrawn')
  removeRows(grant)
}

const removeRows = ({ folder }: StoredGrant) => rmSync(folder, { recursive: true, force: true })

/**
 * Withdraws all tickets after a restore. Otherwise a ticket that was used or withdrawn after the backup would be valid
 * again. No work is active during a restore.
 */
export function withdrawRestored(deps: TakeBackDeps) {
  const valid = listGrants(deps.db).filter(({ withdrawTime }) => withdrawTime === null)
  for (const grant of valid) takeBack(deps, grant, { because: 'restored' })
}

/**
 * Removes the granted rows of tickets that have expired, were withdrawn or were replaced. The hashes of the rows stay
 * if a run began.
 */
export async function removeSpentRows(deps: Pick<GrantDeps, 'db' | 'now' | 'killWorkers' | 'hashes'>) {
  for (const grant of listGrants(deps.db)) {
    const isExpired = new Date(grant.expiryTime) <= deps.now()
    const isReplaced = findNewestGrant(deps.db, grant.taskId)?.id !== grant.id
    if (isExpired && !isReplaced) endWork(deps, grant, 'grant.expired')
    if (isExpired || isReplaced || grant.withdrawTime !== null) {
      removeRows(grant)
      forgetRowDigest(deps.db, grant.id)
    }
  }
  await deps.hashes.removeUnused()
}
