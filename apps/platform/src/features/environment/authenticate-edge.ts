import { createPublicKey } from 'node:crypto'
import { edgeSubject, fail, LINK_AUDIENCE } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { decodeJwt, jwtVerify } from 'jose'
import type { Deps } from '../../lib/deps.ts'
import { parties } from '../party/index.ts'
import { edges } from './table.ts'

const LIFE = '60s'
const TOLERANCE_SECONDS = 5

export interface EdgeCaller {
  partyId: string
  linkPublicKey: string
}

/** Which party's edge is calling: by the token it signed with its link key for this one call. */
export async function authenticateEdge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<EdgeCaller> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? fail('edge.unknown')
  const [edge] = await db
    .select({
      ...{ partyId: edges.partyId, linkPublicKey: edges.linkPublicKey },
      ...{ revokedTime: edges.revokedTime, suspendedTime: parties.suspendedTime },
    })
    .from(edges)
    .innerJoin(parties, eq(parties.id, edges.partyId))
    .where(eq(edges.partyId, claimedParty(token)))
  if (!edge) fail('edge.unknown')
  const subject = edgeSubject(edge.partyId)
  await jwtVerify(token, createPublicKey(edge.linkPublicKey), {
    algorithms: ['EdDSA', 'Ed25519'],
    issuer: subject,
    subject,
    audience: LINK_AUDIENCE,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: LIFE,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: clock.now(),
  }).catch(() => fail('edge.unknown'))
  // Only the edge itself is told.
  if (edge.revokedTime) fail('edge.revoked')
  if (edge.suspendedTime) fail('party.suspended')
  return edge
}

/** Only what to look up: nothing of it is believed before the signature is checked. */
function claimedParty(token: string): string {
  try {
    return /^edge:(\d{1,9})$/.exec(decodeJwt(token).iss ?? '')?.[1] ?? ''
  } catch {
    return ''
  }
}
