import type { MemberRole } from '../account.ts'

/** People, in order: what a member may, an administrator may too. A user who acts for no party is a tourist. */
export const RANKS = ['anybody', 'user', 'member', 'admin', 'super-admin'] as const
/** Who is no person, known by a key, a token or a code of its own. */
export const MACHINES = ['edge', 'new-edge', 'runner', 'run', 'market'] as const

export type Rank = (typeof RANKS)[number]
export type Who = Rank | (typeof MACHINES)[number]

/** How high somebody with a session, or with an edge's token, stands in the party they act for. */
export function rankOf(actor: {
  partyId: string | null
  role: MemberRole | 'tourist'
  isSuperAdmin?: boolean | undefined
}): Rank {
  if (actor.partyId === null || actor.role === 'tourist') return 'user'
  return actor.role === 'admin' && actor.isSuperAdmin ? 'super-admin' : actor.role
}

export function isAtLeast(who: Who, least: Who): boolean {
  if (least === 'anybody' || who === least) return true
  const [has, wants] = [RANKS.indexOf(who as Rank), RANKS.indexOf(least as Rank)]
  return wants !== -1 && has >= wants
}
