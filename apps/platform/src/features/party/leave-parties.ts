import { fail } from '@tessera/contract'
import { and, asc, eq, exists, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { splitRole } from './members.ts'
import type { PartyRow } from './queries.ts'
import { invites, joinRequests, members, parties } from './table.ts'

export async function partyIdsOf(db: Db, userId: string): Promise<string[]> {
  const found = await db.select({ partyId: members.partyId }).from(members).where(eq(members.userId, userId))
  return found.map(({ partyId }) => partyId)
}

/**
 * Removes a user who deletes their account from all parties, with their join requests and open invitations. Fails if
 * other members would be left without a super administrator. Returns the parties that have no members afterwards, and
 * the ids of the deleted join requests.
 */
export async function leaveParties(tx: Db, userId: string): Promise<{ left: PartyRow[]; requestIds: string[] }> {
  const mine = tx
    .select()
    .from(members)
    .where(and(eq(members.partyId, parties.id), eq(members.userId, userId)))
  // The parties are locked: if two super administrators leave at the same time, the second must count as the last one.
  const held = await tx.select().from(parties).where(exists(mine)).orderBy(asc(parties.id)).for('update')
  const left: PartyRow[] = []
  for (const party of held) {
    const people = await tx
      .select({ userId: members.userId, role: members.role })
      .from(members)
      .where(eq(members.partyId, party.id))
    const others = people.filter((member) => member.userId !== userId)
    const leads = (list: typeof people) => list.some(({ role }) => splitRole(role).isSuperAdmin)
    if (others.length === 0) left.push(party)
    else if (leads(people) && !leads(others)) fail('account.last-super-admin', { party: party.name })
  }
  await tx.delete(members).where(eq(members.userId, userId))
  const requests = await tx.delete(joinRequests).where(eq(joinRequests.userId, userId)).returning()
  await tx.delete(invites).where(and(eq(invites.createdBy, userId), isNull(invites.usedBy)))
  return { left, requestIds: requests.map(({ id }) => id) }
}
