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

/**
 * Maximum number of tokens per hour, because each token is logged permanently. An open page uses seven tokens an hour;
 * scripts may use many more.
 */
const MAX_PER_HOUR = 1_000

/**
 * Serves the exchange of a session for a token that the edge of one party accepts. The session itself is never sent to
 * an edge.
 */
export function keyRoutes(
  app: FastifyInstance,
  deps: Deps,
  /** Throws if the party's edge was revoked. */
  refuseRevoked: (partyId: string) => Promise<void>,
) {
  const { db, keys, clock } = deps
  serve(app, GetEdgeToken, async ({ partyId }, actor) => {
    // The membership was checked only for the party in the request's header, so tokens are issued only for that party.
    if (requireParty(actor) !== partyId || actor.role === 'tourist') return fail('party.not-member')
    await refuseRevoked(partyId)
    const { userId, username, displayName, role, orgCode, sessionId } = actor
    await limit(deps, `edge-token:${userId}`, MAX_PER_HOUR, HOUR_MS)
    const tokenId = newId()
    const claims: Omit<EdgeClaims, 'tokenId'> = { userId, username, displayName, partyId, role, orgCode }
    const { privateKey, kid } = await keys.signing()
    const now = clock.now()
    const issued = Math.floor(now.getTime() / 1_000)
    // The token is logged before it is issued, because auditors compare the reads at an edge with this log.
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

/** Serves the public keys with which edges verify these tokens offline. */
export function publishedKeys(app: FastifyInstance, { keys }: Deps) {
  app.get(LINK_PATHS.keys, async () => publicKeys({ keys }))
}

export async function publicKeys({ keys }: Pick<Deps, 'keys'>) {
  return { keys: [(await keys.signing()).jwk as Record<string, unknown>] }
}
