import { type Department, fail, type Language } from '@tessera/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireAdmin, requireParty } from '../../lib/auth.ts'
import type { Deps } from '../../lib/deps.ts'
import { holdsDatasets } from '../dataset/index.ts'
import { departments, findParty, lockParty, members, nameOfParty, ROOT_CODE } from '../party/index.ts'
import { checkDepartmentName, nextChildCode } from './policy.ts'

/** Returns the tree of a party's departments. The root has the party's name, in the reader's language. */
export async function listDepartments(db: Db, partyId: string, language: Language): Promise<Department[]> {
  const party = await findParty(db, partyId)
  const rows = await db
    .select()
    .from(departments)
    .where(eq(departments.partyId, partyId))
    .orderBy(asc(departments.orgCode))
  const childrenOf = (parent: string | null): Department[] =>
    rows
      .filter(({ parentCode }) => parentCode === parent)
      .map(({ name, orgCode }) => ({
        name: orgCode === ROOT_CODE ? nameOfParty(party, language) : name,
        orgCode,
        children: childrenOf(orgCode),
      }))
  return childrenOf(null)
}

/**
 * Sets a member's department. All members begin in the root department, and a member may choose once from there,
 * because departments decide who reads rows at the edge. After that, only administrators may set it, who may also set
 * it for others.
 */
export async function setDepartment(db: Db, actor: Actor, orgCode: string, userId = actor.userId) {
  const partyId = requireParty(actor)
  const isAdmin = actor.role === 'admin'
  if (userId !== actor.userId && !isAdmin) fail('party.admin-only')
  // The party is locked, so that a concurrent request cannot remove the department.
  await lockParty(db, partyId)
  if ((await db.$count(departments, isDepartment(partyId, orgCode))) === 0) fail('account.department-unknown')

  const who = and(eq(members.partyId, partyId), eq(members.userId, userId))
  const isOpen = isAdmin ? undefined : inArray(members.orgCode, [ROOT_CODE, orgCode])
  const moved = await db.update(members).set({ orgCode }).where(and(who, isOpen)).returning({ userId: members.userId })
  if (moved.length === 0) fail(isAdmin ? 'party.not-member' : 'account.department-fixed')
}

/** Adds a department and returns its code. */
export async function addDepartment(deps: Deps, actor: Actor, parentCode: string, text: string): Promise<string> {
  const partyId = requireAdmin(actor)
  const name = checkDepartmentName(text)
  return deps.db.transaction(async (tx) => {
    await lockParty(tx, partyId)
    await findDepartment(tx, partyId, parentCode)
    const siblings = await listChildren(tx, partyId, parentCode)
    checkNameFree(siblings, name)
    const taken = siblings.map(({ orgCode }) => orgCode)
    const orgCode = nextChildCode(parentCode, taken)
    await tx.insert(departments).values({ partyId, orgCode, name, parentCode })
    await record(tx, 'party.department-added', { partyId, orgCode, name, by: actor.userId })
    return orgCode
  })
}

export async function renameDepartment(deps: Deps, actor: Actor, orgCode: string, text: string) {
  const partyId = requireAdmin(actor)
  const name = checkDepartmentName(text)
  await deps.db.transaction(async (tx) => {
    await lockParty(tx, partyId)
    const { parentCode } = await findBelowRoot(tx, partyId, orgCode)
    const others = (await listChildren(tx, partyId, parentCode)).filter((sibling) => sibling.orgCode !== orgCode)
    checkNameFree(others, name)
    await tx.update(departments).set({ name }).where(isDepartment(partyId, orgCode))
    await record(tx, 'party.department-renamed', { partyId, orgCode, name, by: actor.userId })
  })
}

/**
 * Removes a department without members and rows. The department's code may be assigned again, and must not give the new
 * department access to other members' rows.
 */
export async function removeDepartment(deps: Deps, actor: Actor, orgCode: string) {
  const partyId = requireAdmin(actor)
  await deps.db.transaction(async (tx) => {
    await lockParty(tx, partyId)
    const { name } = await findBelowRoot(tx, partyId, orgCode)
    const inIt = and(eq(members.partyId, partyId), eq(members.orgCode, orgCode))
    const isInUse =
      (await tx.$count(members, inIt)) > 0 ||
      (await listChildren(tx, partyId, orgCode)).length > 0 ||
      (await holdsDatasets(tx, partyId, orgCode))
    if (isInUse) fail('party.department-in-use')
    await tx.delete(departments).where(isDepartment(partyId, orgCode))
    await record(tx, 'party.department-removed', { partyId, orgCode, name, by: actor.userId })
  })
}

const isDepartment = (partyId: string, orgCode: string) =>
  and(eq(departments.partyId, partyId), eq(departments.orgCode, orgCode))

async function findDepartment(tx: Db, partyId: string, orgCode: string) {
  const [found] = await tx.select().from(departments).where(isDepartment(partyId, orgCode))
  return found ?? fail('account.department-unknown')
}

/**
 * Returns a department below the root. The root itself cannot be changed: it has the party's name and exists as long as
 * the party.
 */
async function findBelowRoot(tx: Db, partyId: string, orgCode: string) {
  const { name, parentCode } = await findDepartment(tx, partyId, orgCode)
  return { name, parentCode: parentCode ?? fail('party.department-root') }
}

const listChildren = (tx: Db, partyId: string, parentCode: string) =>
  tx
    .select()
    .from(departments)
    .where(and(eq(departments.partyId, partyId), eq(departments.parentCode, parentCode)))

function checkNameFree(siblings: { name: string }[], name: string) {
  if (siblings.some((sibling) => sibling.name === name)) fail('party.department-name-taken')
}
