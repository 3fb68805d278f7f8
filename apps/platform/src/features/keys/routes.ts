import { EDGE_TOKEN_SECONDS, type EdgeClaims, edgeSubject, fail, LINK_PATHS } from '@tessera/contract'
import { GetEdgeToken } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { record } from '../../lib/audit.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { requireParty, serve } from '../../lib/http.ts'
import { newId } from '../../lib/ids.ts'
import { limit } from '../../lib/limits.ts'

/** Each token is logged permanently. An open page uses seven an hour; scripts may use many more, within this limit. */
const MAX_PER_HOUR = 1_000

/** Exchanges a session for a token that one party's edge accepts. The session itself never reaches an edge. */
export function keyRoutes(
  app: FastifyInstance,
  deps: Deps,
  /** Throws for a party whose edge was revoked. */
  refuseRevoked: (partyId: string) => Promise<void>,
) {
  const { db, keys, clock } = deps
  serve(app, GetEdgeToken, async ({ partyId }, actor) => {
    // The actor's membership was checked for the header's party, so tokens are issued for that party only.
    if (requireParty(actor) !== partyId || actor.role === 'tourist') return fail('party.not-member')
    await refuseRevoked(partyId)
    const { userId, username, displayName, role, orgCode, sessionId } = actor
    await limit(deps, `edge-token:${userId}`, MAX_PER_HOUR, HOUR_MS)
    const tokenId = newId()
    const claims: Omit<EdgeClaims, 'tokenId'> = { userId, username, displayName, partyId, role, orgCode }
    const { privateKey, kid } = await keys.signing()
    const now = clock.now()
    const issued = Math.floor(now.getTime() / 1_000)
    // Logged before the token is issued, because what an edge shows is compared with the log.
    await record(db, 'edge.token-issued', { userId, sessionId, partyId, tokenId }, now)
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('platform')
      .setSubject(userId)
      .setJti(tokenId)
      .setAudience(edgeSubject(partyId))
      .setIssuedAt(issued)
      .setExpirationTime(issued + EDGE_TOKEN_SECONDS)
      .sign(privateKey)
    return { token, expiresInSeconds: EDGE_TOKEN_SECONDS }
  })
}

/** Serves the keys with which edges verify these tokens offline. */
export function publishedKeys(app: FastifyInstance, { keys }: Deps) {
  app.get(LINK_PATHS.keys, async () => publicKeys({ keys }))
}

export async function publicKeys({ keys }: Pick<Deps, 'keys'>) {
  return { keys: [(await keys.signing()).jwk as Record<string, unknown>] }
}
