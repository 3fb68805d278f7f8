import type { KeyObject } from 'node:crypto'
import { HANDOVER_HOURS, HANDOVER_TYPE, type HandoverClaims } from '@tessera/contract'
import { SignJWT } from 'jose'
import { fingerprint } from './identity.ts'

export interface Handover {
  text: string
  endTime: Date
}

/** Signs, with this edge's key, a statement that the edge with the key `to` replaces it. */
export async function signHandover(
  key: KeyObject,
  { partyId, to, edgeUrl }: Pick<HandoverClaims, 'partyId' | 'to' | 'edgeUrl'>,
  now: Date,
): Promise<Handover> {
  const endTime = new Date(now.getTime() + HANDOVER_HOURS * 3_600_000)
  const claims: HandoverClaims = { partyId, from: fingerprint(key), to, edgeUrl }
  const text = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: HANDOVER_TYPE })
    .setIssuedAt(now)
    .setExpirationTime(endTime)
    .sign(key)
  return { text, endTime }
}
