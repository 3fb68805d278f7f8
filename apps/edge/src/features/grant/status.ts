import type { GrantStatus, StaleReason } from '@tessera/contract'
import { isShownUnasked } from '../offer/index.ts'
import { findDataset, findOffered } from '../rows/index.ts'
import type { GrantDeps } from './deps.ts'
import { staleBecause, statusOf } from './policy.ts'
import { findNewestGrant, type StoredGrant } from './queries.ts'

type StatusDeps = Pick<GrantDeps, 'db' | 'now' | 'self'>

/**
 * Returns the current status of a ticket. The ticket of a clone may use the rows selected for the original task while
 * these exist.
 */
export const currentStatus = (deps: StatusDeps, grant: StoredGrant): GrantStatus =>
  statusOf(grant, factsOf(deps, grant))

export const staleBecauseNow = (deps: StatusDeps, grant: StoredGrant): StaleReason[] =>
  staleBecause(grant, factsOf(deps, grant))

const factsOf = ({ db, now, self }: StatusDeps, grant: StoredGrant) => ({
  newestGrantId: findNewestGrant(db, grant.taskId)?.id,
  offeredDatasetId: (findOffered(db, grant.taskId) ?? findDataset(db, grant.datasetId))?.id,
  self: self(),
  isShownUnasked: isShownUnasked(db, self(), grant.plan, grant.datasetId),
  now: now(),
})
