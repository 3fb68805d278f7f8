import type { GrantStanding } from '@tessera/contract'
import { findDataset, findOffered } from '../dataset/index.ts'
import type { GrantDeps } from './deps.ts'
import { standingOf } from './policy.ts'
import { findNewestGrant, type StoredGrant } from './queries.ts'

/** How a ticket stands right now. A clone's may rest on the rows set aside for the task it came from, while they are there. */
export const currentStanding = ({ db, now }: Pick<GrantDeps, 'db' | 'now'>, grant: StoredGrant): GrantStanding =>
  standingOf(grant, {
    newestGrantId: findNewestGrant(db, grant.taskId)?.id,
    offeredDatasetId: (findOffered(db, grant.taskId) ?? findDataset(db, grant.datasetId))?.id,
    now: now(),
  })
