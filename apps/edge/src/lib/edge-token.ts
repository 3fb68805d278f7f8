import { createHash } from 'node:crypto'
import { EdgeClaims, type ErrorCode, edgeSubject, fail } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

export type Actor = EdgeClaims

/** While the platform is away nobody can get a new token; what was good within this time still reads and uploads. */
const GRACE_MS = 60 * 60 * 1_000

export interface EdgeTokenDeps {
  partyId: () => string
  /** The platform's published keys as last fetched: a signature is checked without asking anybody. */
  keys: () => JSONWebKeySet
  isPlatformAway: () => boolean
  /** Why this edge serves nobody just now; null when it does. */
  shutOut: () => ErrorCode | null
  now: () => Date
}

/** What a caller wants: consent is never given on a stale token. */
export type TokenUse = 'rows' | 'consent'

export class EdgeTokens {
  readonly #deps: EdgeTokenDeps
  /** Hashes of tokens that were good when shown, with the time they were issued. */
  readonly #seen = new Map<string, number>()

  constructor(deps: EdgeTokenDeps) {
    this.#deps = deps
  }

  /** Who calls, by the token in the header. A token for one path opens nothing here. */
  async authenticate(request: FastifyRequest, use: TokenUse): Promise<Actor> {
    const token = headerOf(request, HEADERS.token) ?? fail('edge.token-required')
    const actor = await this.#verify(token, use)
    if (actor.path !== undefined) fail('edge.token-refused')
    const party = headerOf(request, HEADERS.party) ?? headerOf(request, HEADERS.partyAlias)
    if (party !== undefined && party !== actor.partyId) fail('edge.token-refused')
    return actor
  }

  /** Who calls, by a token in the query string, which opens exactly this path. */
  async authenticatePath(request: FastifyRequest, path: string): Promise<Actor> {
    const { token } = request.query as { token?: unknown }
    if (typeof token !== 'string' || token === '') return this.authenticate(request, 'rows')
    const actor = await this.#verify(token, 'rows')
    if (actor.path === undefined || bare(actor.path) !== bare(path)) fail('edge.token-refused')
    return actor
  }

  async #verify(token: string, use: TokenUse): Promise<Actor> {
    const payload = await this.#payload(token, use)
    const claims = EdgeClaims.safeParse({ userId: payload.sub, ...payload })
    if (!claims.success || claims.data.partyId !== this.#deps.partyId()) fail('edge.token-refused')
    this.requireOpen()
    return claims.data
  }

  /** For tokens that this edge made itself: nobody is served while the platform says so. */
  requireOpen() {
    const because = this.#deps.shutOut()
    if (because) fail(because)
  }

  async #payload(token: string, use: TokenUse): Promise<JWTPayload> {
    const { keys, partyId, now } = this.#deps
    const digest = createHash('sha256').update(token).digest('base64')
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys()), {
        audience: edgeSubject(partyId()),
        algorithms: ['EdDSA', 'Ed25519'],
        requiredClaims: ['exp', 'iat'],
        currentDate: now(),
        clockTolerance: 5,
      })
      this.#remember(digest, Number(payload.iat) * 1_000)
      return payload
    } catch (error) {
      // Signature and audience were checked before the time was.
      if (error instanceof errors.JWTExpired && use === 'rows' && this.#isInGrace(digest)) return error.payload
      return fail('edge.token-refused')
    }
  }

  #isInGrace(digest: string): boolean {
    const issued = this.#seen.get(digest)
    return issued !== undefined && this.#deps.isPlatformAway() && this.#deps.now().getTime() - issued <= GRACE_MS
  }

  #remember(digest: string, issued: number) {
    this.#seen.set(digest, issued)
    if (this.#seen.size < 1_000) return
    const oldest = this.#deps.now().getTime() - GRACE_MS
    for (const [key, time] of this.#seen) if (time < oldest) this.#seen.delete(key)
  }
}

const bare = (path: string) => path.replace(/^\/+/, '')

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
