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

/** Returns what this reader may do with this dataset. The web shows exactly these actions. */
export function datasetAbilities(asker: Asker, owned: Owned): Dataset['abilities'] {
  const asking = askingAbout(asker, owned)
  return { readRows: allows('dataset.read-rows', asking), delete: allows('dataset.delete', asking) }
}

/** Whether the reader may see its metadata; `isPartner` if it is offered to a task of the reader's party. */
export function maySee(asker: Asker, owned: Owned, isPartner = false): boolean {
  return allows('dataset.see', askingAbout(asker, owned, isPartner))
}

/** Whether the reader may compare the dataset: only the own party's can be offered to a task. */
export const mayCompare = (asker: Asker, owned: Owned) => allows('dataset.compare', askingAbout(asker, owned))

function askingAbout(asker: Asker, owned: Owned, isPartner = false): Asking<'dataset'> {
  const relations = {
    own: asker.partyId !== null && asker.partyId === owned.partyId,
    owner: asker.userId === owned.createdByUserId,
    // A member without a department does not share one with others who have none.
    department: asker.orgCode !== '' && asker.orgCode === owned.orgCode,
    partner: isPartner,
  }
  const state = { sharing: owned.sharing, use: owned.taskId === null ? 'free' : 'offered' } as const
  return { who: rankOf(asker), is: holding(relations), state }
}

/** Returns the right to see as a condition for lists, which contain no rows that were selected for a task. */
export function seenBy(asker: Asker): SQL | undefined {
  const never = sql`false`
  const relations: Record<Relation<'dataset'>, SQL> = {
    own: asker.partyId === null ? never : eq(dataset.partyId, asker.partyId),
    owner: eq(dataset.createdByUserId, asker.userId),
    department: asker.orgCode === '' ? never : eq(dataset.orgCode, asker.orgCode),
    // Lists do not contain what only a partner may see.
    partner: never,
    // Only the edge knows its own list.
    listed: never,
  }
  const ways = rights['dataset.see'].ways.filter(({ who }) => isAtLeast(rankOf(asker), who))
  return or(
    ...ways.map(({ is = [], when = {} }: Way<'dataset'>) =>
      and(...is.map((name) => relations[name]), when.sharing && inArray(dataset.sharing, [...when.sharing])),
    ),
  )
}
