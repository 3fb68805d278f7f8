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
  /** The party for which the caller acts; null for a tourist. */
  partyId: string | null
  role: 'admin' | 'member' | 'tourist'
  /** Whether the caller is an administrator who may also appoint administrators. */
  isSuperAdmin: boolean
  /** Code of the caller's department in the party; empty for a tourist. */
  orgCode: string
  sessionId: string
  /** The reader's language. Names of parties are shown in this language. */
  language: Language
}

/**
 * Returns the user of the session token, who must be a member of the party for which they act. Throws the error to
 * send.
 */
export type Identify = (token: string, partyId: string | null) => Promise<Omit<Actor, 'language'>>

/** The actor of a call to an open endpoint, which needs no session. */
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
 * Authenticates every call, because the session may have ended and the membership may have been removed since the last
 * call. According to the table of rights, refuses callers whose rank is too low for the call, and calls that the table
 * does not list.
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

/** Returns the party that a call names; null if it names none, as for a tourist. */
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

/** Returns the party for which the caller acts. Fails if there is none. */
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
