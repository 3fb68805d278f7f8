import type { Dataset } from '@tessera/contract'
import {
  type Asking,
  allows,
  holding,
  isAtLeast,
  type Relation,
  rankOf,
  rights,
  type Way,
} from '@tessera/contract/rights'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../lib/auth.ts'
import { type DatasetRow, dataset } from './table.ts'

export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role' | 'orgCode'>
export type Owned = Pick<DatasetRow, 'partyId' | 'sharing' | 'createdByUserId' | 'orgCode' | 'taskId'>

/** Returns what this reader may do with this dataset. The console shows exactly these actions. */
export function datasetAbilities(asker: Asker, owned: Owned): Dataset['abilities'] {
  const asking = askingAbout(asker, owned)
  return { readRows: allows('dataset.read-rows', asking), delete: allows('dataset.delete', asking) }
}

/**
 * Returns whether the reader may see the dataset's metadata. `isPartner` means that the dataset is offered to a task of
 * the reader's party.
 */
export function maySee(asker: Asker, owned: Owned, isPartner = false): boolean {
  return allows('dataset.see', askingAbout(asker, owned, isPartner))
}

/**
 * Returns whether the reader may compare the dataset. Only datasets of the reader's own party can be compared, because
 * only those can be offered to a task.
 */
export const mayCompare = (asker: Asker, owned: Owned) => allows('dataset.compare', askingAbout(asker, owned))

function askingAbout(asker: Asker, owned: Owned, isPartner = false): Asking<'dataset'> {
  const relations = {
    own: asker.partyId !== null && asker.partyId === owned.partyId,
    owner: asker.userId === owned.createdByUserId,
    // Members without a department share no department with each other.
    department: asker.orgCode !== '' && asker.orgCode === owned.orgCode,
    partner: isPartner,
  }
  const state = { sharing: owned.sharing, use: owned.taskId === null ? 'free' : 'offered' } as const
  return { who: rankOf(asker), is: holding(relations), state }
}

/**
 * Returns the condition for the datasets that the reader may see in lists. Lists do not contain rows that were selected
 * for a task.
 */
export function seenBy(asker: Asker): SQL | undefined {
  const never = sql`false`
  const relations: Record<Relation<'dataset'>, SQL> = {
    own: asker.partyId === null ? never : eq(dataset.partyId, asker.partyId),
    owner: eq(dataset.createdByUserId, asker.userId),
    department: asker.orgCode === '' ? never : eq(dataset.orgCode, asker.orgCode),
    // Lists do not contain datasets that the reader may see only as a partner in a task.
    partner: never,
    // Only the edge knows which datasets are in its own list.
    listed: never,
  }
  const ways = rights['dataset.see'].ways.filter(({ who }) => isAtLeast(rankOf(asker), who))
  return or(
    ...ways.map(({ is = [], when = {} }: Way<'dataset'>) =>
      and(...is.map((name) => relations[name]), when.sharing && inArray(dataset.sharing, [...when.sharing])),
    ),
  )
}
