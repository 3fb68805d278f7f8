import { createPublicKey } from 'node:crypto'
import { type EnrolRequest, fail, HANDOVER_HOURS, HANDOVER_TYPE, HandoverClaims } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { jwtVerify } from 'jose'
import type { EdgeRow } from './edge-presence.ts'

/**
 * How a new edge replaces the party's previous edge: by a handover that the previous edge signed, recorded in the log
 * with the key that verifies it; or after the previous edge was revoked.
 */
export type Succession =
  | { follows: string; followsKey: string; handover: string }
  | { follows: string; afterRevocation: true }

interface Asking extends Pick<EnrolRequest, 'handover'> {
  partyId: string
  linkPublicKey: string
  edgeUrl: string
}

/**
 * Checks how an edge replaces the party's previous edge. The previous edge must have signed a handover, at a signer's
 * request, for exactly this key and this address. If the previous edge was revoked, no handover is needed. Returns
 * undefined if the party had no edge.
 */
export async function readSuccession(
  before: EdgeRow | undefined,
  { handover, partyId, linkPublicKey, edgeUrl }: Asking,
  now: Date,
): Promise<Succession | undefined> {
  if (!before) return undefined
  const [follows, key] = [sha256(before.linkPublicKey), sha256(linkPublicKey)]
  if (before.revokedTime) return { follows, afterRevocation: true }
  if (handover === undefined) return fail('edge.handover-needed', { key, edgeUrl })
  const refuse = () => fail('edge.handover-refused', { key, edgeUrl, hours: HANDOVER_HOURS })
  const { payload } = await jwtVerify(handover, createPublicKey(before.linkPublicKey), {
    typ: HANDOVER_TYPE,
    algorithms: ['EdDSA', 'Ed25519'],
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: `${HANDOVER_HOURS}h`,
    currentDate: now,
  }).catch(refuse)
  const claims = HandoverClaims.safeParse(payload).data
  const isForKeys = claims?.partyId === partyId && claims.from === follows && claims.to === key
  const isForThis = isForKeys && claims.edgeUrl.replace(/\/$/, '') === edgeUrl
  return isForThis ? { follows, followsKey: before.linkPublicKey, handover } : refuse()
}
