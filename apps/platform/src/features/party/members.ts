import { fail, type Member, type MemberRole, type PartyRole } from '@tessera/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { users } from '../account/index.ts'
import { memberAbilities, type Rank } from './policy.ts'
import { members, parties } from './table.ts'

export async function findMembership(db: Db, userId: string, partyId: string) {
  const [membership] = await db
    .select({ role: members.role, orgCode: members.orgCode })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.partyId, partyId)))
  return membership && { orgCode: membership.orgCode, ...splitRole(membership.role) }
}

/** Returns the user's membership, if the user may act for the party; otherwise fails. */
export async function requireMembership(db: Db, userId: string, partyId: string) {
  const [found] = await db
    .select({ role: members.role, orgCode: members.orgCode, suspendedTime: parties.suspendedTime })
    .from(members)
    .innerJoin(parties, eq(parties.id, members.partyId))
    .where(and(eq(members.userId, userId), eq(members.partyId, partyId)))
  if (!found) fail('party.not-member')
  if (found.suspendedTime !== null) fail('party.suspended')
  return { orgCode: found.orgCode, ...splitRole(found.role) }
}

/**
 * Splits a stored role into a role and a flag. A super administrator is an administrator who may also appoint others.
 */
export const splitRole = (role: PartyRole): { role: MemberRole; isSuperAdmin: boolean } => ({
  role: role === 'member' ? 'member' : 'admin',
  isSuperAdmin: role === 'super-admin',
})

export const isMember = async (db: Db, userId: string, partyId: string): Promise<boolean> =>
  (await findMembership(db, userId, partyId)) !== undefined

const rank = sql`array_position(array['super-admin', 'admin', 'member'], ${members.role})`

/** Returns the party's members: administrators first, then by the time they joined. */
export async function listMembers(db: Db, partyId: string): Promise<{ userId: string; role: PartyRole }[]> {
  return db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(eq(members.partyId, partyId))
    .orderBy(rank, asc(members.joinTime))
}

/** Returns the party's members by name, with what the actor may do with each of them. */
export async function presentMembers(db: Db, actor: Rank & Pick<Actor, 'userId'>, partyId: string): Promise<Member[]> {
  const rows = await db
    .select({
      userId: members.userId,
      username: users.username,
      displayName: users.displayName,
      avatar: users.avatar,
      role: members.role,
      orgCode: members.orgCode,
      joinTime: members.joinTime,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.partyId, partyId))
    .orderBy(rank, asc(members.joinTime))
  const superAdmins = rows.filter(({ role }) => role === 'super-admin').length
  return rows.map((row) => ({ ...row, abilities: memberAbilities(actor, partyId, row, superAdmins) }))
}
