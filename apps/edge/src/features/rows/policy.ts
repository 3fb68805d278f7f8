import { allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredDataset } from './queries.ts'

type Owned = Pick<StoredDataset, 'sharing' | 'createdByUserId' | 'orgCode'>

/**
 * Returns whether a user may read rows. Administrators have no special right: sharing with one user means exactly one
 * user.
 */
export function mayReadRows(actor: Omit<Actor, 'shown'>, { sharing, createdByUserId, orgCode }: Owned): boolean {
  const relations = {
    // Tokens of other parties are not valid at this edge.
    own: true,
    owner: actor.userId === createdByUserId,
    // Users without a department do not share a department with each other.
    department: actor.orgCode !== '' && actor.orgCode === orgCode,
  }
  return allows('dataset.read-rows', { who: rankOf(actor), is: holding(relations), state: { sharing } })
}
