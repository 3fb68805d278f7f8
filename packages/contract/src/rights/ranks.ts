import type { MemberRole } from '../account.ts'

/**
 * Ranks of people in ascending order: each rank can do everything that the previous one can. A user who acts for no
 * party is a tourist.
 */
export const RANKS = ['anybody', 'user', 'member', 'admin', 'super-admin'] as const
/** Callers that are not people. Each is identified by its own key, token or code. */
export const MACHINES = ['edge', 'new-edge', 'runner', 'run', 'market'] as const

export type Rank = (typeof RANKS)[number]
export type Who = Rank | (typeof MACHINES)[number]

/** Returns the rank of a caller with a session or an edge token, within the party for which the caller acts. */
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
