import { allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredDataset } from './queries.ts'

type Owned = Pick<StoredDataset, 'sharing' | 'createdByUserId' | 'orgCode'>

/**
 * Returns whether a user may read rows. Administrators have no special right: data shared with one user can be read by
 * that user only.
 */
export function mayReadRows(actor: Omit<Actor, 'shown'>, { sharing, createdByUserId, orgCode }: Owned): boolean {
  const relations = {
    // The user belongs to this edge's party, because tokens of other parties are not valid here.
    own: true,
    owner: actor.userId === createdByUserId,
    // Users without a department do not share a department with each other.
    department: actor.orgCode !== '' && actor.orgCode === orgCode,
  }
  return allows('dataset.read-rows', { who: rankOf(actor), is: holding(relations), state: { sharing } })
}
