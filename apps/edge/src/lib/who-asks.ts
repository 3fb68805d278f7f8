import { type EdgeRole, fail } from '@tessera/contract'
import type { Route } from '@tessera/contract/rights'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { EdgeSessions, Session } from './edge-sessions.ts'
import type { Actor, EdgeTokens, Person } from './edge-token.ts'
import { requireOwnPage } from './own-page.ts'
import { readProof } from './request-proof.ts'

/** As the edge's own list has somebody. */
export interface ListedMember {
  username: string
  userId: string | null
  displayName: string
  role: EdgeRole
  department: string
  /** Whether it is a program with a key of its own. */
  machine: object | null
}

export interface WhoAsksDeps {
  tokens: EdgeTokens
  sessions: EdgeSessions
  findMember: (username: string) => ListedMember | undefined
  partyId: () => string
  edgeUrl: string
  now: () => Date
}

/** Of one who never came by way of the console no user is known: then it is nobody else's. */
export const userIdOf = ({ username, userId }: Pick<ListedMember, 'username' | 'userId'>) =>
  userId ?? `edge:${username}`

/** Whether a token beside a session names somebody else than the session's member. */
function isAnother(shown: Person | undefined, { userId, username }: ListedMember, session: Session): boolean {
  if (!shown) return false
  const known = userId ?? session.userId
  return known === undefined ? shown.username !== username : shown.userId !== known
}

const askForSession = (edgeUrl: string) => fail('edge.session-required', { page: `${edgeUrl}${SESSION_PAGE_PATH}` })

export const isInSession = ({ shown }: Pick<Actor, 'shown'>): boolean => 'sessionId' in shown

/** Where a call takes a token, but not for all that can be asked by it. */
export function requireSession(actor: Pick<Actor, 'shown'>, edgeUrl: string) {
  if (!isInSession(actor)) askForSession(edgeUrl)
}

/** What decides who is calling: a session at this edge, or for as long as a call lets it, a token of the platform. */
export class WhoAsks {
  readonly #deps: WhoAsksDeps

  constructor(deps: WhoAsksDeps) {
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

  /** The session a request is of, and who that is by the edge's list as it is now: who is off it is out. */
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
    // Somebody else is logged in to the console of this browser now: what the one before them opened is not theirs to see.
    if (isAnother(await this.readToken(request), member, session)) {
      sessions.end(session, 'another-user')
      return undefined
    }
    return { member, actor: this.#actorOf(member, session.id) }
  }

  /** Whoever asks: an edge that is shut out serves nobody. */
  requireOpen() {
    this.#deps.tokens.requireOpen()
  }

  /** Who the platform says it is, where it says so. */
  readToken(request: FastifyRequest): Promise<Actor | undefined> {
    return this.#deps.tokens.authenticate(request).catch(() => undefined)
  }

  /** Signers stand here for the party's administrators, whom the platform names. */
  #actorOf({ username, userId, displayName, role, department }: ListedMember, sessionId: string): Actor {
    return {
      ...{ username, displayName },
      userId: userIdOf({ username, userId }),
      partyId: this.#deps.partyId(),
      role: role === 'signer' ? 'admin' : 'member',
      orgCode: department,
      shown: { sessionId },
    }
  }
}
