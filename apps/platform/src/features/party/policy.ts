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

/** Code of the party's root department, in which every member begins. */
export const ROOT_CODE = 'A01'

/** The actor and the party for which they act. */
export type Rank = Pick<Actor, 'partyId' | 'role' | 'isSuperAdmin'>

/** Returns what this actor may currently do with this party. */
export function partyAbilities(actor: Rank, partyId: string): Party['abilities'] {
  const asking = { who: rankOf(actor), is: holding({ own: actor.partyId === partyId }), state: {} }
  return {
    edit: allows('party.edit', asking),
    invite: allows('party.invite', asking),
    enrolEdge: allows('edge.enrol', asking),
    // This ability only decides whether the page is shown. The abilities for each member decide whom the actor may
    // appoint, because one super administrator must remain.
    appoint: allows('party.set-role', { ...asking, state: { target: 'member' } }),
    announce: allows('party.announce', asking),
  }
}

/** Facts about a member that decide what other users may do with the member. */
export interface MemberState {
  userId: string
  role: PartyRole
  orgCode: string
}

/**
 * Returns what this actor may currently do with this member. `superAdmins` is the party's number of super
 * administrators.
 */
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

/** Returns the trimmed name. Fails if the name is invalid in one of the languages. */
export function checkName({ cn, en }: BilingualText): BilingualText {
  const name = { cn: cn.trim(), en: en.trim() }
  const isUsable = (text: string) => text.length > 0 && [...text].length <= PARTY_NAME_MAX
  if (!Object.values(name).every(isUsable)) fail('party.name-required')
  if (!PARTY_NAME_EN.test(name.en)) fail('party.name-en-unusable')
  return name
}

/** Returns the party number. Fails if it is invalid; 0 means no party. */
export function checkPartyId(id: string): string {
  if (!/^[1-9]\d{0,8}$/.test(id)) fail('party.name-required')
  return id
}
