import type { GrantStanding, StaleReason } from '@tessera/contract'
import { findDataset, findOffered } from '../dataset/index.ts'
import type { GrantDeps } from './deps.ts'
import { staleBecause, standingOf } from './policy.ts'
import { findNewestGrant, type StoredGrant } from './queries.ts'

type StandingDeps = Pick<GrantDeps, 'db' | 'now' | 'self'>

/** How a ticket stands right now. A clone's may rest on the rows set aside for the task it came from, while they are there. */
export const currentStanding = (deps: StandingDeps, grant: StoredGrant): GrantStanding =>
  standingOf(grant, factsOf(deps, grant))

export const staleBecauseNow = (deps: StandingDeps, grant: StoredGrant): StaleReason[] =>
  staleBecause(grant, factsOf(deps, grant))

const factsOf = ({ db, now, self }: StandingDeps, grant: StoredGrant) => ({
  newestGrantId: findNewestGrant(db, grant.taskId)?.id,
  offeredDatasetId: (findOffered(db, grant.taskId) ?? findDataset(db, grant.datasetId))?.id,
  self: self(),
  now: now(),
})
