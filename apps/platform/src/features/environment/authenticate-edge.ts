import { createPublicKey } from 'node:crypto'
import { edgeSubject, fail, LINK_AUDIENCE } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { decodeJwt, jwtVerify } from 'jose'
import type { Deps } from '../../lib/deps.ts'
import { edges } from './table.ts'

const LIFE = '60s'
const TOLERANCE_SECONDS = 5

/** Which party's edge is calling: by the token it signed with its link key for this one call. */
export async function authenticateEdge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<{ partyId: string; linkPublicKey: string }> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? fail('edge.unknown')
  const [edge] = await db
    .select({ partyId: edges.partyId, linkPublicKey: edges.linkPublicKey })
    .from(edges)
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
