import { type EdgeRole, fail } from '@tessera/contract'
import type { Route } from '@tessera/contract/rights'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { EdgeSessions, Session } from './edge-sessions.ts'
import type { Actor, EdgeTokens, Person } from './edge-token.ts'
import { requireOwnPage } from './own-page.ts'
import { readProof } from './request-proof.ts'

/** A member in the edge's own list. */
export interface ListedMember {
  username: string
  userId: string | null
  displayName: string
  role: EdgeRole
  department: string
  /** Key of a program, or null for a person. */
  machine: object | null
}

export interface CallerCheckDeps {
  tokens: EdgeTokens
  sessions: EdgeSessions
  findMember: (username: string) => ListedMember | undefined
  partyId: () => string
  edgeUrl: string
  now: () => Date
}

/**
 * Returns the user id of a member. Members who never used the console have no platform user, so the edge gives them an
 * id.
 */
export const userIdOf = ({ username, userId }: Pick<ListedMember, 'username' | 'userId'>) =>
  userId ?? `edge:${username}`

/** Returns whether a token sent beside a session belongs to another user than the session's member. */
function isAnother(shown: Person | undefined, { userId, username }: ListedMember, session: Session): boolean {
  if (!shown) return false
  const known = userId ?? session.userId
  return known === undefined ? shown.username !== username : shown.userId !== known
}

const askForSession = (edgeUrl: string) => fail('edge.session-required', { page: `${edgeUrl}${SESSION_PAGE_PATH}` })

export const isInSession = ({ shown }: Pick<Actor, 'shown'>): boolean => 'sessionId' in shown

/** Refuses a token where a call needs a session. */
export function requireSession(actor: Pick<Actor, 'shown'>, edgeUrl: string) {
  if (!isInSession(actor)) askForSession(edgeUrl)
}

/** Authenticates callers by a session of this edge or, if the call allows it, by a token of the platform. */
export class CallerCheck {
  readonly #deps: CallerCheckDeps

  constructor(deps: CallerCheckDeps) {
    this.#deps = deps
  }

  async authenticate(
    request: FastifyRequest,
    { takesSession = false, takesMachine = false }: Pick<Route, 'takesSession' | 'takesMachine'>,
  ): Promise<Actor> {
    const found = await this.#find(request)
    if (found) return found.member.machine && !takesMachine ? fail('edge.machine-reads-only') : found.actor
    const { tokens, edgeUrl } = this.#deps
    return takesSession ? askForSession(edgeUrl) : tokens.authenticate(request)
  }

  /** Returns the user of a session, with the current rights from the member list. A removed member has no session. */
  async findInSession(request: FastifyRequest): Promise<Actor | undefined> {
    return (await this.#find(request))?.actor
  }

  async #find(request: FastifyRequest): Promise<{ member: ListedMember; actor: Actor } | undefined> {
    const { tokens, sessions, findMember, edgeUrl, now } = this.#deps
    const proof = await readProof(request, now())
    const session = proof && sessions.use(proof)
    const member = session && findMember(session.username)
    if (!member) return undefined
    requireOwnPage(edgeUrl, request)
    tokens.requireOpen()
    // Another user has logged in to the console in this browser, and must not see what the previous user opened.
    if (isAnother(await this.readToken(request), member, session)) {
      sessions.end(session, 'another-user')
      return undefined
    }
    return { member, actor: this.#actorOf(member, session.id) }
  }

  /** Refuses every caller while the platform has revoked this edge. */
  requireOpen() {
    this.#deps.tokens.requireOpen()
  }

  /** Returns the platform's user of a request, if the request carries a valid token. */
  readToken(request: FastifyRequest): Promise<Actor | undefined> {
    return this.#deps.tokens.authenticate(request).catch(() => undefined)
  }

  /**
   * Returns the user of a session. Signers have the rights of the party's administrators, whom otherwise the platform
   * names.
   */
  #actorOf({ username, userId, displayName, role, department }: ListedMember, sessionId: string): Actor {
    return {
      username,
      displayName,
      userId: userIdOf({ username, userId }),
      partyId: this.#deps.partyId(),
      role: role === 'signer' ? 'admin' : 'member',
      orgCode: department,
      shown: { sessionId },
    }
  }
}
