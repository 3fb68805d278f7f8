import { fail, type PartyRole } from '@tessera/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireAdmin, requireParty } from '../../lib/auth.ts'
import type { Deps } from '../../lib/deps.ts'
import { notifyUser } from '../../lib/notices.ts'
import { splitRole } from './members.ts'
import { notifyParties } from './notify-parties.ts'
import { type MemberState, memberAbilities } from './policy.ts'
import { aboutParty, lockParty } from './queries.ts'
import { invites, members } from './table.ts'

/** Changes a member's role. Only super administrators may do this. */
export async function setMemberRole(deps: Deps, actor: Actor, userId: string, role: PartyRole) {
  requireSuperAdmin(actor)
  await deps.db.transaction(async (tx) => {
    const { party, me, find, superAdmins } = await lockMembers(tx, actor)
    requireSuperAdmin(me)
    const member = find(userId)
    if (member.role === role) return
    if (!memberAbilities(me, party.id, member, superAdmins).setRole) fail('party.last-super-admin')
    await tx.update(members).set({ role }).where(isRowOf(party.id, userId))
    if (role === 'member') await voidInvites(tx, party.id, userId)
    await notifyUser(tx, deps, { userId, kind: 'party.role-changed', ...aboutParty(party) })
    await record(tx, 'party.role-set', { partyId: party.id, userId, role, by: actor.userId })
  })
}

/** Removes a member. Objects that the member created remain with the party. */
export async function removeMember(deps: Deps, actor: Actor, userId: string) {
  requireAdmin(actor)
  await deps.db.transaction(async (tx) => {
    const { party, me, find, superAdmins } = await lockMembers(tx, actor)
    requireAdmin(me)
    const member = find(userId)
    if (!memberAbilities(me, party.id, member, superAdmins).remove) {
      if (member.userId === me.userId)
        fail(isLast(member, superAdmins) ? 'party.last-super-admin' : 'party.remove-self')
      fail('party.super-admin-only')
    }
    await detachMember(tx, party.id, userId)
    await notifyUser(tx, deps, { userId, kind: 'party.removed', ...aboutParty(party) })
    await record(tx, 'party.member-removed', { partyId: party.id, userId, by: actor.userId })
  })
}

export async function leaveParty(deps: Deps, actor: Actor) {
  const { userId } = actor
  await deps.db.transaction(async (tx) => {
    const { party, me, find, superAdmins } = await lockMembers(tx, actor)
    if (!memberAbilities(me, party.id, find(userId), superAdmins).leave) fail('party.last-super-admin')
    await detachMember(tx, party.id, userId)
    const { params, ...about } = aboutParty(party)
    const named = { ...params, person: actor.displayName }
    await notifyParties(tx, deps, { partyIds: [party.id], kind: 'party.left', params: named, ...about })
    await record(tx, 'party.left', { partyId: party.id, userId })
  })
}

/**
 * Locks the party's members. Returns the actor with their current role, which may have been lowered since the call
 * arrived.
 */
async function lockMembers(tx: Db, actor: Actor) {
  const party = (await lockParty(tx, requireParty(actor))) ?? fail('party.not-found')
  const list: MemberState[] = await tx
    .select({ userId: members.userId, role: members.role, orgCode: members.orgCode })
    .from(members)
    .where(eq(members.partyId, party.id))
  const mine = list.find(({ userId }) => userId === actor.userId) ?? fail('party.not-member')
  return {
    party,
    me: { ...actor, ...splitRole(mine.role) },
    find: (userId: string) => list.find((member) => member.userId === userId) ?? fail('party.member-unknown'),
    superAdmins: list.filter(({ role }) => role === 'super-admin').length,
  }
}

function requireSuperAdmin(actor: Actor) {
  requireParty(actor)
  if (!actor.isSuperAdmin) fail('party.super-admin-only')
}

const isLast = ({ role }: MemberState, superAdmins: number) => role === 'super-admin' && superAdmins === 1
const isRowOf = (partyId: string, userId: string) => and(eq(members.partyId, partyId), eq(members.userId, userId))

async function detachMember(tx: Db, partyId: string, userId: string) {
  await tx.delete(members).where(isRowOf(partyId, userId))
  await voidInvites(tx, partyId, userId)
}

/**
 * Voids a member's open invitations. Otherwise the removed member, or anyone to whom they give the code, could join
 * again.
 */
async function voidInvites(tx: Db, partyId: string, userId: string) {
  const theirs = and(eq(invites.partyId, partyId), eq(invites.createdBy, userId), isNull(invites.usedBy))
  await tx.delete(invites).where(theirs)
}
