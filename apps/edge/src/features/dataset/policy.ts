import type { Actor } from '../../lib/edge-token.ts'
import type { StoredDataset } from './queries.ts'

type Owned = Pick<StoredDataset, 'sharing' | 'createdByUserId' | 'orgCode'>

/** Who may read rows. An administrator is no exception: sharing with one person means one person. */
export function mayReadRows(actor: Actor, dataset: Owned): boolean {
  if (actor.userId === dataset.createdByUserId) return true
  if (dataset.sharing === 'party') return true
  // Without a department one is in none, rather than in one with everybody else who has none.
  return dataset.sharing === 'department' && actor.orgCode !== '' && actor.orgCode === dataset.orgCode
}
