import { AppError, fail, type Language, languageOf } from '@tessera/contract'
import { accessOf, entryOf, findRoute, isAtLeast, rankOf, rightOf } from '@tessera/contract/rights'
import { HEADERS, TOURIST } from '@tessera/contract/wire'
import type { Authenticate } from '@tessera/server'
import type { FastifyRequest } from 'fastify'

/** The caller, and the party for which they act. */
export interface Actor {
  userId: string
  username: string
  displayName: string
  /** Null for a tourist. */
  partyId: string | null
  role: 'admin' | 'member' | 'tourist'
  /** An administrator who also appoints administrators. */
  isSuperAdmin: boolean
  /** The caller's department in the party; '' for a tourist. */
  orgCode: string
  sessionId: string
  /** The reader's language, in which parties are named. */
  language: Language
}

/** Returns the session token's holder, acting for a party of which they must be a member. Throws the error to send. */
export type Identify = (token: string, partyId: string | null) => Promise<Omit<Actor, 'language'>>

/** The caller of an open endpoint. */
const NOBODY: Actor = Object.freeze({
  userId: '',
  username: '',
  displayName: '',
  partyId: null,
  role: 'tourist',
  isSuperAdmin: false,
  orgCode: '',
  sessionId: '',
  language: 'cn',
})

/**
 * Authenticates every call, because the session may have ended and the membership been withdrawn since the last one.
 * Refuses callers whose rank is too low for the call according to the table of rights, and calls without a row in it.
 */
export const authenticate: Authenticate<Actor> = async (request, { method, path }) => {
  const route = findRoute(method, path)
  if (!route) throw new Error(`${method} ${path} is not in the table of rights`)
  if (accessOf(route.need) === 'open') return NOBODY
  const { who, right } = entryOf(route.need)
  const actor = await identify(request, rightOf(right).inPerson ? null : partyOf(request))
  if (isAtLeast(rankOf(actor), who)) return actor
  requireParty(actor)
  return fail(rightOf(right).refusals[0] ?? 'party.admin-only')
}

/** Returns the party that a call names; null for a tourist's. */
function partyOf(request: FastifyRequest): string | null {
  const tenant = headerOf(request, HEADERS.party) ?? headerOf(request, HEADERS.partyAlias)
  return tenant === undefined || tenant === TOURIST ? null : tenant
}

export async function identify(request: FastifyRequest, partyId = partyOf(request)): Promise<Actor> {
  const token = headerOf(request, HEADERS.token)
  if (!token) fail('session.missing')
  try {
    const language = languageOf(headerOf(request, HEADERS.language))
    return { ...(await request.server.deps.identify(token, partyId)), language }
  } catch (error) {
    if (error instanceof AppError && error.code === 'party.not-member') {
      request.log.warn({ partyId, ...error.params }, 'refused: acts for a party they are not a member of')
    }
    throw error
  }
}

/** Returns the party for which the caller acts, or fails. */
export function requireParty(actor: Actor): string {
  return actor.partyId ?? fail('party.required')
}

export function requireAdmin(actor: Actor): string {
  const partyId = requireParty(actor)
  if (actor.role !== 'admin') fail('party.admin-only')
  return partyId
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined
}
