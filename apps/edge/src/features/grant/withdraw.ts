import { rmSync } from 'node:fs'
import { transaction } from '../../db/open.ts'
import type { GrantDeps } from './deps.ts'
import {
  findGrant,
  findNewestGrant,
  listGrants,
  listGrantsOfDataset,
  markWithdrawn,
  noticeOf,
  type StoredGrant,
} from './queries.ts'

type WithdrawDeps = Pick<GrantDeps, 'db' | 'log' | 'outbox' | 'now' | 'killWorkers'>

/** Takes consent back. From here on the guard says no; what runs under the ticket is killed before this returns. */
export function withdrawGrant(deps: WithdrawDeps, grant: StoredGrant, by: { userId: string } | { because: string }) {
  if (grant.withdrawTime !== null) return grant
  const withdrawTime = deps.now().toISOString()
  const withdrawn = { ...grant, withdrawTime }
  deps.log.append('ticket-withdrawn', { grantId: grant.id, taskId: grant.taskId, ...by })
  transaction(deps.db, () => {
    markWithdrawn(deps.db, grant.id, withdrawTime)
    deps.outbox.add({ kind: 'grant', grant: noticeOf(deps.db, withdrawn) })
  })
  deps.killWorkers(grant.id, 'grant.withdrawn')
  rmSync(grant.file, { force: true })
  return findGrant(deps.db, grant.id) ?? withdrawn
}

/** Rows that are deleted cannot go on being lent. */
export function withdrawOfDataset(deps: WithdrawDeps, datasetId: string) {
  for (const grant of listGrantsOfDataset(deps.db, datasetId))
    withdrawGrant(deps, grant, { because: 'dataset-deleted' })
}

/** Rows of tickets that have expired, or that a later one has replaced, lie about no longer. */
export function removeSpentRows(deps: Pick<GrantDeps, 'db' | 'now' | 'killWorkers'>) {
  for (const grant of listGrants(deps.db)) {
    const isExpired = new Date(grant.expiryTime) <= deps.now()
    if (isExpired) deps.killWorkers(grant.id, 'grant.expired')
    if (isExpired || findNewestGrant(deps.db, grant.taskId)?.id !== grant.id) rmSync(grant.file, { force: true })
  }
}
