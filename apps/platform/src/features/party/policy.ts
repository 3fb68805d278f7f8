import { fail, type Member, PARTY_NAME_EN, PARTY_NAME_MAX, type Party, type PartyRole } from '@tessera/contract'
import { allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** The party's own department, in which everybody begins. */
export const ROOT_CODE = 'A01'

/** Who acts, for which party. */
export type Rank = Pick<Actor, 'partyId' | 'role' | 'isSuperAdmin'>

/** What this actor may do with this party right now. */
export function partyAbilities(actor: Rank, partyId: string): Party['abilities'] {
  const asking = { who: rankOf(actor), is: holding({ own: actor.partyId === partyId }), state: {} }
  return {
    edit: allows('party.edit', asking),
    invite: allows('party.invite', asking),
    enrolEdge: allows('edge.enrol', asking),
    // Whom exactly, each member's own abilities say: one super administrator always remains.
    appoint: allows('party.set-role', { ...asking, state: { target: 'member' } }),
    announce: allows('party.announce', asking),
  }
}

/** A member as far as it matters to what may be done with them. */
export interface MemberState {
  userId: string
  role: PartyRole
  orgCode: string
}

/** What this actor may do with this member of the party right now; `superAdmins` counts the party's. */
export function memberAbilities(
  actor: Rank & Pick<Actor, 'userId'>,
  partyId: string,
  member: MemberState,
  superAdmins: number,
): Member['abilities'] {
  const own = actor.partyId === partyId
  const self = actor.userId === member.userId
  const isLast = member.role === 'super-admin' && superAdmins <= 1
  const asking = {
    who: rankOf(actor),
    is: holding({ own, self, other: !self }),
    state: {
      target: isLast ? 'last-super-admin' : member.role,
      department: member.orgCode === ROOT_CODE ? 'root' : 'chosen',
    },
  } as const
  return {
    setRole: allows('party.set-role', asking),
    setDepartment: allows('party.set-department', asking),
    remove: allows('party.remove-member', asking),
    leave: allows('party.leave', asking),
  }
}

export interface PartyNames {
  name: string
  nameEn: string
}

/** Trimmed names. */
export function checkNames({ name, nameEn }: PartyNames): PartyNames {
  const names = { name: name.trim(), nameEn: nameEn.trim() }
  const isUsable = (text: string) => text.length > 0 && [...text].length <= PARTY_NAME_MAX
  if (!isUsable(names.name) || !isUsable(names.nameEn)) fail('party.name-required')
  if (!PARTY_NAME_EN.test(names.nameEn)) fail('party.name-en-unusable')
  return names
}

/** 0 stands for no party at all. */
export function checkPartyId(id: string): string {
  if (!/^[1-9]\d{0,8}$/.test(id)) fail('party.name-required')
  return id
}
