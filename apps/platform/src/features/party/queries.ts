import type { BilingualText, Language, Party, PartyRole } from '@tessera/contract'
import { and, asc, desc, eq, ilike, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { containing } from '../../lib/like.ts'
import { partyAbilities, type Rank } from './policy.ts'
import { members, parties } from './table.ts'

export type PartyRow = typeof parties.$inferSelect

export async function findParty(db: Db, partyId: string): Promise<PartyRow | undefined> {
  const [party] = await db.select().from(parties).where(eq(parties.id, partyId))
  return party
}

export async function findPartyByEnglishName(db: Db, name: string): Promise<PartyRow | undefined> {
  const [party] = await db.select().from(parties).where(eq(parties.nameEn, name))
  return party
}

/** Locks the party until the transaction ends. Every change of members or departments takes this lock first. */
export async function lockParty(tx: Db, partyId: string): Promise<PartyRow | undefined> {
  const [party] = await tx.select().from(parties).where(eq(parties.id, partyId)).for('no key update')
  return party
}

export async function listPartiesByIds(db: Db, partyIds: string[]): Promise<PartyRow[]> {
  return partyIds.length === 0 ? [] : db.select().from(parties).where(inArray(parties.id, partyIds))
}

export async function listPartiesOf(db: Db, userId: string): Promise<{ party: PartyRow; role: PartyRole }[]> {
  return db
    .select({ party: parties, role: members.role })
    .from(members)
    .innerJoin(parties, eq(parties.id, members.partyId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.joinTime))
}

export async function isPartyPicture(db: Db, path: string): Promise<boolean> {
  return (await db.$count(parties, eq(parties.avatar, path))) > 0
}

type Named = Pick<PartyRow, 'name' | 'nameEn'>

/**
 * Returns the party's name in all languages. The table has one column per language, because names are unique in each
 * language.
 */
export const partyName = ({ name, nameEn }: Named): BilingualText => ({ cn: name, en: nameEn })

/** Returns the party's name in the reader's language; an empty text for a missing party. */
export const nameOfParty = (party: Named | undefined, language: Language): string =>
  party ? partyName(party)[language] : ''

/** Returns these parties first, then other parties by age. */
export function listPartiesFrom(db: Db, firstIds: string[], most: number): Promise<PartyRow[]> {
  const isFirst = firstIds.length === 0 ? [] : [desc(inArray(parties.id, firstIds))]
  return db
    .select()
    .from(parties)
    .orderBy(...isFirst, asc(parties.createTime), asc(parties.id))
    .limit(most)
}

/** Returns a page of active parties whose name in either language matches, ordered by English name. */
export async function listPartiesNamed(
  db: Db,
  { name, exceptId }: { name?: string | undefined; exceptId?: string },
  page: { size: number; offset: number },
) {
  const text = containing(name)
  const where = and(
    isNull(parties.suspendedTime),
    exceptId ? ne(parties.id, exceptId) : undefined,
    text ? or(ilike(parties.name, text), ilike(parties.nameEn, text)) : undefined,
  )
  const [rows, total] = await Promise.all([
    db.select().from(parties).where(where).orderBy(asc(parties.nameEn)).limit(page.size).offset(page.offset),
    db.$count(parties, where),
  ])
  return { rows, total }
}

export const countParties = (db: Db): Promise<number> => db.$count(parties)

/** Returns a party for the API. Only members see the edge's address. */
export function presentParty(party: PartyRow, actor: Rank, isOneOfTheirs: boolean): Party {
  const { id, avatar, isDeployed, createTime } = party
  const name = partyName(party)
  const edgeUrl = isOneOfTheirs ? party.edgeUrl : null
  return { id, name, avatar, edgeUrl, isDeployed, createTime, abilities: partyAbilities(actor, id) }
}

/** Returns the party's name in all languages, for a notice whose text uses the reader's language. */
export function partyNames(party: Named | undefined): { party: BilingualText } {
  if (!party) throw new Error('a notice names a party that does not exist')
  return { party: partyName(party) }
}

export const partyNamesOf = async (db: Db, partyId: string) => partyNames(await findParty(db, partyId))

/** Returns the parameters of a notice about the party, and the subject to which the notice links. */
export const aboutParty = (party: Pick<PartyRow, 'id'> & Named) =>
  ({ params: partyNames(party), subject: 'party', subjectId: party.id }) as const
