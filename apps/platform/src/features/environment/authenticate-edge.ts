import { createPublicKey } from 'node:crypto'
import { CLOCK_TOLERANCE_SECONDS, edgeSubject, fail, LINK_AUDIENCE } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { decodeJwt, errors, jwtVerify } from 'jose'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { parties } from '../party/index.ts'
import { edges } from './table.ts'

const LIFE = '60s'

export interface EdgeCaller {
  partyId: string
  linkPublicKey: string
}

/** Returns which party's edge is calling, from the token that the edge signed with its link key for this call. */
export async function authenticateEdge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<EdgeCaller> {
  /** Rejects the caller without a reason; the reason goes to the operator's log. */
  const refuse = (why: string): never => {
    request.log.warn({ why, partyId: claimedParty(token) || undefined }, 'an edge was rejected')
    return fail('edge.unknown')
  }
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [edge] = await db
    .select({
      partyId: edges.partyId,
      linkPublicKey: edges.linkPublicKey,
      revokedTime: edges.revokedTime,
      suspendedTime: parties.suspendedTime,
    })
    .from(edges)
    .innerJoin(parties, eq(parties.id, edges.partyId))
    .where(eq(edges.partyId, claimedParty(token)))
  if (!edge) return refuse(token ? 'no edge has joined for this party' : 'it shows no token')
  const subject = edgeSubject(edge.partyId)
  const now = clock.now()
  await jwtVerify(token, createPublicKey(edge.linkPublicKey), {
    algorithms: ['EdDSA', 'Ed25519'],
    issuer: subject,
    subject,
    audience: LINK_AUDIENCE,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: LIFE,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
  }).catch((error: unknown) => {
    if (isOfClocks(error)) fail('edge.clock-off', { seconds: offsetOf(token, now) })
    return refuse(error instanceof Error ? error.message : String(error))
  })
  // From here on the caller is authenticated, so it may learn the reason.
  if (edge.revokedTime) fail('edge.revoked')
  if (edge.suspendedTime) fail('party.suspended')
  return edge
}

/** Whether only the clocks differ: times are checked last, so the rest of the token was valid. */
const isOfClocks = (error: unknown) =>
  error instanceof errors.JWTExpired ||
  (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat' && error.reason === 'check_failed')

/** Returns the edge's clock offset. An edge signs a token for each call; `+` means that its clock is ahead. */
function offsetOf(token: string, now: Date): string {
  const seconds = Number(decodeJwt(token).iat) - Math.floor(now.getTime() / SECOND_MS)
  return seconds > 0 ? `+${seconds}` : String(seconds)
}

/**
 * Returns the party id that the token claims, for the lookup only. It is not trusted before the signature is checked.
 */
function claimedParty(token: string): string {
  try {
    return /^edge:(\d{1,9})$/.exec(decodeJwt(token).iss ?? '')?.[1] ?? ''
  } catch {
    return ''
  }
}
