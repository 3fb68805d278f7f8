import {
  type BilingualText,
  fail,
  type Member,
  PARTY_NAME_EN,
  PARTY_NAME_MAX,
  type Party,
  type PartyRole,
} from '@tessera/contract'
import { allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** The party's own department, in which every member begins. */
export const ROOT_CODE = 'A01'

/** The actor and the party for which they act. */
export type Rank = Pick<Actor, 'partyId' | 'role' | 'isSuperAdmin'>

/** Returns what this actor may do with this party now. */
export function partyAbilities(actor: Rank, partyId: string): Party['abilities'] {
  const asking = { who: rankOf(actor), is: holding({ own: actor.partyId === partyId }), state: {} }
  return {
    edit: allows('party.edit', asking),
    invite: allows('party.invite', asking),
    enrolEdge: allows('edge.enrol', asking),
    // Each member's own abilities decide whom exactly: one super administrator always remains.
    appoint: allows('party.set-role', { ...asking, state: { target: 'member' } }),
    announce: allows('party.announce', asking),
  }
}

/** The state of a member that decides what others may do with them. */
export interface MemberState {
  userId: string
  role: PartyRole
  orgCode: string
}

/** Returns what this actor may do with this member now; `superAdmins` is the party's number of super administrators. */
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

/** Returns the trimmed name, or fails if it is invalid in a language. */
export function checkName({ cn, en }: BilingualText): BilingualText {
  const name = { cn: cn.trim(), en: en.trim() }
  const isUsable = (text: string) => text.length > 0 && [...text].length <= PARTY_NAME_MAX
  if (!Object.values(name).every(isUsable)) fail('party.name-required')
  if (!PARTY_NAME_EN.test(name.en)) fail('party.name-en-unusable')
  return name
}

/** Returns a valid party number. 0 means no party. */
export function checkPartyId(id: string): string {
  if (!/^[1-9]\d{0,8}$/.test(id)) fail('party.name-required')
  return id
}
