import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { edgeSubject, HANDOVER_TYPE, LINK_AUDIENCE } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { SignJWT } from 'jose'
import type { TestParty } from './factories.ts'
import { buildEdge } from './task.ts'
import type { World } from './world.ts'

/** Adds an edge with its own link key for the party. Returns the private key. */
export async function enrolledEdge(world: World, party: TestParty) {
  const keys = generateKeyPairSync('ed25519')
  await buildEdge(world, party, { linkPublicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }) as string })
  return keys.privateKey
}

/** Returns a token that this party's edge signs for one call. */
export function signed(partyId: string, key: KeyObject, claims: { aud?: string; iat?: number } = {}) {
  const iat = claims.iat ?? Math.floor(Date.now() / 1_000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(edgeSubject(partyId))
    .setSubject(edgeSubject(partyId))
    .setAudience(claims.aud ?? LINK_AUDIENCE)
    .setIssuedAt(iat)
    .setExpirationTime(iat + 60)
    .sign(key)
}

/**
 * Returns a handover that this party's edge has signed. It approves the edge with the key `to` (PEM) at an address as
 * the successor.
 */
export function handedOver(partyId: string, key: KeyObject, { to, edgeUrl }: { to: string; edgeUrl: string }) {
  const from = sha256(createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string)
  return new SignJWT({ partyId, from, to: sha256(to), edgeUrl })
    .setProtectedHeader({ alg: 'EdDSA', typ: HANDOVER_TYPE })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
}
