import type { Dataset } from '@tessera/contract'
import { and, eq, ne, or, type SQL } from 'drizzle-orm'
import type { Actor } from '../../lib/auth.ts'
import { type DatasetRow, dataset } from './table.ts'

export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role' | 'orgCode'>
export type Owned = Pick<DatasetRow, 'partyId' | 'sharing' | 'createdByUserId' | 'orgCode' | 'taskId'>

/** What this asker may do with this dataset. The web shows exactly these. */
export function datasetAbilities(asker: Asker, owned: Owned): Dataset['abilities'] {
  return { readRows: mayReadRows(asker, owned), delete: mayDelete(asker, owned) }
}

/** As the edge decides it: an administrator is no exception, sharing with one person means one person. */
function mayReadRows(asker: Asker, owned: Owned): boolean {
  if (!isOfOwnParty(asker, owned)) return false
  if (asker.userId === owned.createdByUserId || owned.sharing === 'party') return true
  // Without a department one is in none, rather than in one with everybody else who has none.
  return owned.sharing === 'department' && asker.orgCode !== '' && asker.orgCode === owned.orgCode
}

/** Rows set aside for a task go when others are chosen, or with the dataset they come from. */
function mayDelete(asker: Asker, owned: Owned): boolean {
  const isTheirs = asker.userId === owned.createdByUserId || asker.role === 'admin'
  return owned.taskId === null && isOfOwnParty(asker, owned) && isTheirs
}

/**
 * Whether its metadata may be seen. Inside the party: by those it is shared with, and by administrators, who may delete it.
 * Outside: what a party shares with all of its own people stands in the pool; nothing narrower, and no row lent to a task.
 */
export function maySee(asker: Asker, owned: Owned): boolean {
  if (isOfOwnParty(asker, owned)) return asker.role === 'admin' || mayReadRows(asker, owned)
  return owned.sharing === 'party' && owned.taskId === null
}

const isOfOwnParty = (asker: Asker, owned: Owned) => asker.partyId !== null && asker.partyId === owned.partyId

/** `maySee` as a condition, for the lists; they hold no hidden children. A test holds the two together. */
export function seenBy(asker: Asker): SQL | undefined {
  const forAll = eq(dataset.sharing, 'party')
  if (asker.partyId === null) return forAll
  const ofDepartment = and(eq(dataset.sharing, 'department'), eq(dataset.orgCode, asker.orgCode))
  const shared = or(eq(dataset.createdByUserId, asker.userId), forAll, asker.orgCode === '' ? undefined : ofDepartment)
  return or(
    and(eq(dataset.partyId, asker.partyId), asker.role === 'admin' ? undefined : shared),
    and(ne(dataset.partyId, asker.partyId), forAll),
  )
}
