import { allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredDataset } from './queries.ts'

type Owned = Pick<StoredDataset, 'sharing' | 'createdByUserId' | 'orgCode'>

/** Who may read rows. An administrator is no exception: sharing with one person means one person. */
export function mayReadRows(actor: Omit<Actor, 'shown'>, { sharing, createdByUserId, orgCode }: Owned): boolean {
  const relations = {
    // A token of another party opens nothing at this edge.
    own: true,
    owner: actor.userId === createdByUserId,
    // Without a department one is in none, rather than in one with everybody else who has none.
    department: actor.orgCode !== '' && actor.orgCode === orgCode,
  }
  return allows('dataset.read-rows', { who: rankOf(actor), is: holding(relations), state: { sharing } })
}
