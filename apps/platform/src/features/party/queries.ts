import type { Party } from '@tessera/contract'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { partyAbilities } from './policy.ts'
import { members, parties } from './table.ts'

export type PartyRow = typeof parties.$inferSelect

export async function findParty(db: Db, partyId: string): Promise<PartyRow | undefined> {
  const [party] = await db.select().from(parties).where(eq(parties.id, partyId))
  return party
}

export async function listPartiesByIds(db: Db, partyIds: string[]): Promise<PartyRow[]> {
  return partyIds.length === 0 ? [] : db.select().from(parties).where(inArray(parties.id, partyIds))
}

export async function listPartiesOf(db: Db, userId: string): Promise<{ party: PartyRow; role: 'admin' | 'member' }[]> {
  return db
    .select({ party: parties, role: members.role })
    .from(members)
    .innerJoin(parties, eq(parties.id, members.partyId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.joinTime))
}

export const countParties = (db: Db): Promise<number> => db.$count(parties)

/** The edge's address is for members only. */
export function presentParty(party: PartyRow, actor: Pick<Actor, 'partyId' | 'role'>, isOneOfTheirs: boolean): Party {
  const { id, name, nameEn, avatar, isDeployed, createTime } = party
  const edgeUrl = isOneOfTheirs ? party.edgeUrl : null
  return { id, name, nameEn, avatar, edgeUrl, isDeployed, createTime, abilities: partyAbilities(actor, id) }
}
