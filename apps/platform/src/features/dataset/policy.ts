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

/** What this asker may do with this dataset. The web shows exactly these. */
export function datasetAbilities(asker: Asker, owned: Owned): Dataset['abilities'] {
  const asking = askingAbout(asker, owned)
  return { readRows: allows('dataset.read-rows', asking), delete: allows('dataset.delete', asking) }
}

/** Whether its metadata may be seen; `isPartner` when it was brought to a task of the asker's party. */
export function maySee(asker: Asker, owned: Owned, isPartner = false): boolean {
  return allows('dataset.see', askingAbout(asker, owned, isPartner))
}

/** Only what is one's own party's can be brought to a task. */
export const mayCompare = (asker: Asker, owned: Owned) => allows('dataset.compare', askingAbout(asker, owned))

function askingAbout(asker: Asker, owned: Owned, isPartner = false): Asking<'dataset'> {
  const relations = {
    own: asker.partyId !== null && asker.partyId === owned.partyId,
    owner: asker.userId === owned.createdByUserId,
    // Without a department one is in none, rather than in one with everybody else who has none.
    department: asker.orgCode !== '' && asker.orgCode === owned.orgCode,
    partner: isPartner,
  }
  const state = { sharing: owned.sharing, use: owned.taskId === null ? 'free' : 'offered' } as const
  return { who: rankOf(asker), is: holding(relations), state }
}

/** The right to see as a condition, for the lists; they hold nothing that was set aside for a task. */
export function seenBy(asker: Asker): SQL | undefined {
  const never = sql`false`
  const relations: Record<Relation<'dataset'>, SQL> = {
    own: asker.partyId === null ? never : eq(dataset.partyId, asker.partyId),
    owner: eq(dataset.createdByUserId, asker.userId),
    department: asker.orgCode === '' ? never : eq(dataset.orgCode, asker.orgCode),
    // What only a partner may see stands in no list.
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
