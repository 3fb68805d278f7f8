import { type EdgeClaims, edgeSubject, fail, LINK_PATHS } from '@tessera/contract'
import { GetEdgeToken } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import type { Deps } from '../../lib/deps.ts'
import { requireParty, serve } from '../../lib/http.ts'

const LIFE_SECONDS = { any: 600, onePath: 300 } as const

/** Trades a session for a token that one party's edge takes; the session itself never reaches an edge. */
export function keyRoutes(
  app: FastifyInstance,
  { keys, clock }: Deps,
  /** Throws for a party whose edge was shut out. */
  refuseRevoked: (partyId: string) => Promise<void>,
) {
  serve(app, GetEdgeToken, async ({ partyId, path }, actor) => {
    // The actor's membership was checked for the party of the header: only that one is answered for.
    if (requireParty(actor) !== partyId || actor.role === 'tourist') return fail('party.not-member')
    await refuseRevoked(partyId)
    const { userId, username, displayName, role, orgCode } = actor
    const claims: EdgeClaims = { userId, username, displayName, partyId, role, orgCode, ...(path ? { path } : {}) }
    const expiresInSeconds = path ? LIFE_SECONDS.onePath : LIFE_SECONDS.any
    const { privateKey, kid } = await keys.signing()
    const issued = Math.floor(clock.now().getTime() / 1_000)
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('platform')
      .setSubject(userId)
      .setAudience(edgeSubject(partyId))
      .setIssuedAt(issued)
      .setExpirationTime(issued + expiresInSeconds)
      .sign(privateKey)
    return { token, expiresInSeconds }
  })
}

/** What edges check those tokens with, offline. */
export function publishedKeys(app: FastifyInstance, { keys }: Deps) {
  app.get(LINK_PATHS.keys, async () => publicKeys({ keys }))
}

export async function publicKeys({ keys }: Pick<Deps, 'keys'>) {
  return { keys: [(await keys.signing()).jwk as Record<string, unknown>] }
}
