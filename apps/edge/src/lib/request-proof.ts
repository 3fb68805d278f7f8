import { fail, PROOF_HEADER, PROOF_SECONDS, ProofClaims } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'

/** That a request was made by whoever holds a key, for this one call and just now. */
export interface RequestProof {
  /** Tells one key from another. */
  keyId: string
  /** Of this one proof. */
  id: string
  /** When it was made, in seconds since 1970, by the clock of whoever made it. */
  madeSeconds: number
}

/** Undefined where a request shows none; one that is not right is refused. */
export async function readProof(request: FastifyRequest, now: Date): Promise<RequestProof | undefined> {
  const proof = request.headers[PROOF_HEADER]
  return proof === undefined ? undefined : readProofOf(request, String(proof), now)
}

/** Whatever brings it: it is about this very call. */
export async function readProofOf(
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
  proof: string,
  now: Date,
): Promise<RequestProof> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    })
    const { htm, htu, iat, jti } = ProofClaims.parse(payload)
    const isNow = Math.abs(now.getTime() / 1_000 - iat) <= PROOF_SECONDS
    if (htm !== method || htu !== url || !isNow) return refuse()
    return { keyId: await calculateJwkThumbprint(protectedHeader.jwk as JWK), id: jti, madeSeconds: iat }
  } catch {
    return refuse()
  }
}

const refuse = () => fail('edge.proof-refused')
