import { type Department, fail } from '@tessera/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { departments, members } from './table.ts'

export const ROOT_CODE = 'A01'

/** A root that bears the party's name, and one department under it to begin with. */
export async function addDefaultDepartments(db: Db, party: { id: string; name: string }) {
  await db.insert(departments).values([
    { partyId: party.id, orgCode: ROOT_CODE, name: party.name, parentCode: null },
    { partyId: party.id, orgCode: `${ROOT_CODE}A01`, name: '数据部 Data', parentCode: ROOT_CODE },
  ])
}

export async function listDepartments(db: Db, partyId: string): Promise<Department[]> {
  const rows = await db
    .select()
    .from(departments)
    .where(eq(departments.partyId, partyId))
    .orderBy(asc(departments.orgCode))
  const childrenOf = (parent: string | null): Department[] =>
    rows
      .filter(({ parentCode }) => parentCode === parent)
      .map(({ name, orgCode }) => ({ name, orgCode, children: childrenOf(orgCode) }))
  return childrenOf(null)
}

/**
 * A member chooses once, from the root where everybody begins: departments decide who reads rows at the edge. After that
 * it is for administrators, who also do it for others.
 */
export async function setDepartment(db: Db, actor: Actor, orgCode: string, userId = actor.userId) {
  const partyId = requireParty(actor)
  const isAdmin = actor.role === 'admin'
  if (userId !== actor.userId && !isAdmin) fail('party.admin-only')
  const known = and(eq(departments.partyId, partyId), eq(departments.orgCode, orgCode))
  if ((await db.$count(departments, known)) === 0) fail('account.department-unknown')

  const who = and(eq(members.partyId, partyId), eq(members.userId, userId))
  const isOpen = isAdmin ? undefined : inArray(members.orgCode, [ROOT_CODE, orgCode])
  const moved = await db.update(members).set({ orgCode }).where(and(who, isOpen)).returning({ userId: members.userId })
  if (moved.length === 0) fail(isAdmin ? 'party.not-member' : 'account.department-fixed')
}
