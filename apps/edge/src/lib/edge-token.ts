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

/** The id of the credential that a request used, as the log names it. */
export type Shown = { tokenId: string } | { sessionId: string }
export type Actor = Omit<EdgeClaims, 'tokenId'> & { shown: Shown }
export type Person = Pick<Actor, 'userId' | 'username'>

/**
 * Returns the reader and the id of their session or token for the log. The platform's log shows whether the platform
 * issued the token.
 */
export const shownBy = ({ userId, shown }: Pick<Actor, 'userId' | 'shown'>) => ({ userId, ...shown })

export interface EdgeTokenDeps {
  partyId: () => string
  /** Returns the platform's public keys as fetched last. Signatures are verified offline. */
  keys: () => JSONWebKeySet
  /** Returns the reason why this edge currently serves no callers, or null if it serves them. */
  shutOut: () => ErrorCode | null
  now: () => Date
}

/**
 * Authenticates callers by token. A token is verified when a request begins, so that a long request is not interrupted.
 */
export class EdgeTokens {
  readonly #deps: EdgeTokenDeps

  constructor(deps: EdgeTokenDeps) {
    this.#deps = deps
  }

  /** Authenticates by the token in the request header. */
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

  /**
   * Refuses every caller, also with sessions and tokens that this edge issued, while the platform has revoked the edge
   * or suspended its party.
   */
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
        // The edge limits the lifetime of tokens, because a holder of the platform's key could write any expiry time
        // into a token. The tolerance is subtracted because the library jose adds it at both ends.
        maxTokenAge: EDGE_TOKEN_SECONDS - CLOCK_TOLERANCE_SECONDS,
        currentDate: now(),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      })
      // The library jose also adds the tolerance to the token's expiry time, so this time is checked here.
      return now().getTime() < Number(payload.exp) * 1_000 ? payload : fail('edge.token-refused')
    } catch (error) {
      // Signature and audience are valid, so if the token is from the future, one of the two clocks is wrong.
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
