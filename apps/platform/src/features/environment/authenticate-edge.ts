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

/**
 * Returns the party whose edge is calling, according to the token that the edge signed with its link key for this call.
 */
export async function authenticateEdge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<EdgeCaller> {
  /** Rejects the caller without giving a reason. The reason is written to the operator's log. */
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
  // From here on the caller is authenticated, so the response may contain the reason.
  if (edge.revokedTime) fail('edge.revoked')
  if (edge.suspendedTime) fail('party.suspended')
  return edge
}

/**
 * Returns whether the token failed only because the clocks differ. Times are checked last, so the rest of the token is
 * valid.
 */
const isOfClocks = (error: unknown) =>
  error instanceof errors.JWTExpired ||
  (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat' && error.reason === 'check_failed')

/**
 * Returns the offset of the edge's clock, according to the time at which it signed the token; `+` means that the edge's
 * clock is ahead.
 */
function offsetOf(token: string, now: Date): string {
  const seconds = Number(decodeJwt(token).iat) - Math.floor(now.getTime() / SECOND_MS)
  return seconds > 0 ? `+${seconds}` : String(seconds)
}

/**
 * Returns the party id that the token claims. Use it only to look up the key: the id is not trusted before the
 * signature is checked.
 */
function claimedParty(token: string): string {
  try {
    return /^edge:(\d{1,9})$/.exec(decodeJwt(token).iss ?? '')?.[1] ?? ''
  } catch {
    return ''
  }
}
