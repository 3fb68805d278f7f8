import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { members } from './table.ts'

export async function findMembership(db: Db, userId: string, partyId: string) {
  const [membership] = await db
    .select({ role: members.role, orgCode: members.orgCode })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.partyId, partyId)))
  return membership
}

export const isMember = async (db: Db, userId: string, partyId: string): Promise<boolean> =>
  (await findMembership(db, userId, partyId)) !== undefined

/** Administrators first, then by the time they joined. */
export async function listMembers(db: Db, partyId: string): Promise<{ userId: string; role: 'admin' | 'member' }[]> {
  return db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(eq(members.partyId, partyId))
    .orderBy(asc(members.role), asc(members.joinTime))
}

export async function listAdminIds(db: Db, partyId: string): Promise<string[]> {
  return (await listMembers(db, partyId)).filter(({ role }) => role === 'admin').map(({ userId }) => userId)
}
