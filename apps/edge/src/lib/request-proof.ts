import { createHash } from 'node:crypto'
import { fail, PROOF_HEADER, PROOF_SECONDS, type ProofCheck, ProofClaims } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { hashWhileRead } from './form-hash.ts'

/** Proof that the holder of a key has just made this call with this body. */
export interface RequestProof {
  /** Thumbprint of the key that signed the proof. */
  keyId: string
  /** Unique id of the proof. */
  id: string
  /** Time of creation in seconds since 1970, according to the caller's clock. */
  madeSeconds: number
}

/**
 * Reads and verifies the proof of a request. Returns undefined if the request has no proof, and refuses an invalid one.
 * A form with files arrives only after its proof was read, so its hash is verified with `request.checkBody`.
 */
export async function readProof(request: FastifyRequest, now: Date): Promise<RequestProof | undefined> {
  const proof = request.headers[PROOF_HEADER]
  if (proof === undefined) return undefined
  const bodyHash =
    request.bodyText === '' ? undefined : createHash('sha256').update(request.bodyText).digest('base64url')
  const { formHash, ...read } = await readProofOf(
    { method: request.method, url: request.url, bodyHash, isForm: request.isMultipart() },
    String(proof),
    now,
  )
  if (formHash !== undefined) hashWhileRead(request, formHash, () => refuseProof('body'))
  return read
}

interface ProvedCall extends Pick<FastifyRequest, 'method' | 'url'> {
  /** Hash of a body that was already read. */
  bodyHash?: string | undefined
  /** Whether the request contains a form with files. */
  isForm?: boolean
}

/** Verifies a proof of this call. The proof may have been sent with another request. */
export async function readProofOf({ method, url, bodyHash, isForm = false }: ProvedCall, proof: string, now: Date) {
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
  }).catch(() => refuseProof('signature'))
  const { data: claims } = ProofClaims.safeParse(payload)
  if (!claims) return refuseProof('signature')
  if (claims.htm !== method || claims.htu !== url) return refuseProof('address')
  if (claims.bodyHash !== bodyHash || (claims.formHash !== undefined) !== isForm) return refuseProof('body')
  if (Math.abs(now.getTime() / 1_000 - claims.iat) > PROOF_SECONDS) return refuseProof('clock')
  const keyId = await calculateJwkThumbprint(protectedHeader.jwk as JWK)
  return { keyId, id: claims.jti, madeSeconds: claims.iat, formHash: claims.formHash }
}

/** Refuses a call, and names the check in which its proof failed. */
export const refuseProof = (proofCheck: ProofCheck) => fail('edge.proof-refused', { proofCheck })
