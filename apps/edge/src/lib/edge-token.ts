import {
  CLOCK_TOLERANCE_SECONDS,
  EDGE_TOKEN_SECONDS,
  EdgeClaims,
  type ErrorCode,
  edgeSubject,
  fail,
} from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

/** What somebody showed when they asked, as the log names it. */
export type Shown = { tokenId: string } | { sessionId: string }
export type Actor = Omit<EdgeClaims, 'tokenId'> & { shown: Shown }
export type Person = Pick<Actor, 'userId' | 'username'>

/** Who read, and in which session or with which token, for the log: whether the platform issued that stands in the platform's. */
export const shownBy = ({ userId, shown }: Pick<Actor, 'userId' | 'shown'>) => ({ userId, ...shown })

export interface EdgeTokenDeps {
  partyId: () => string
  /** The platform's published keys as last fetched: a signature is checked without asking anybody. */
  keys: () => JSONWebKeySet
  /** Why this edge serves nobody just now; null when it does. */
  shutOut: () => ErrorCode | null
  now: () => Date
}

/** Who calls. A token is looked at once, when a request begins: what is under way then goes on, however long it takes. */
export class EdgeTokens {
  readonly #deps: EdgeTokenDeps

  constructor(deps: EdgeTokenDeps) {
    this.#deps = deps
  }

  /** By the token in the header. */
  async authenticate(request: FastifyRequest): Promise<Actor> {
    const token = headerOf(request, HEADERS.token) ?? fail('edge.token-required')
    const actor = await this.#verify(token)
    const party = headerOf(request, HEADERS.party) ?? headerOf(request, HEADERS.partyAlias)
    if (party !== undefined && party !== actor.partyId) fail('edge.token-refused')
    return actor
  }

  async #verify(token: string): Promise<Actor> {
    const payload = await this.#payload(token)
    const claims = EdgeClaims.safeParse({ userId: payload.sub, ...payload, tokenId: payload.jti })
    if (!claims.success || claims.data.partyId !== this.#deps.partyId()) fail('edge.token-refused')
    this.requireOpen()
    const { tokenId, ...who } = claims.data
    return { ...who, shown: { tokenId } }
  }

  /** For sessions, and tokens that this edge made itself: nobody is served while the platform says so. */
  requireOpen() {
    const because = this.#deps.shutOut()
    if (because) fail(because)
  }

  async #payload(token: string): Promise<JWTPayload> {
    const { keys, partyId, now } = this.#deps
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys()), {
        audience: edgeSubject(partyId()),
        algorithms: ['EdDSA', 'Ed25519'],
        requiredClaims: ['exp', 'iat'],
        // How long a token is good is the edge's to say: whoever holds the platform's key could write any end into it.
        // A token may seem to come from the future, and lives no longer for it: jose adds the tolerance to both ends.
        maxTokenAge: EDGE_TOKEN_SECONDS - CLOCK_TOLERANCE_SECONDS,
        currentDate: now(),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      })
      // To the end that the token itself names jose adds it too.
      return now().getTime() < Number(payload.exp) * 1_000 ? payload : fail('edge.token-refused')
    } catch (error) {
      // Signature and audience were right: a token from the future means that one of two clocks is wrong.
      const isEarly =
        error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat' && error.reason === 'check_failed'
      if (!isEarly) return fail('edge.token-refused')
      const seconds = Math.round(Number(error.payload.iat) - now().getTime() / 1_000)
      return fail('edge.clock-behind', { seconds })
    }
  }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
