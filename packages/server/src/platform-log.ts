import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { canonicalJson, LogHead, SignedHead } from '@tessera/contract'
import { z } from 'zod'

/**
 * The first line of an exported platform log. It is followed by `edgeHeads.count` lines with heads signed by edges, and
 * then by the entries. The header contains the keys, the signatures of the edges and the end of the log, so an auditor
 * needs neither access to the database nor trust in any party.
 */
export const PlatformLogHeader = z.object({
  tessera: z.literal('platform-log'),
  format: z.literal(2),
  exportTime: z.string(),
  head: LogHead,
  /** The platform's public keys for signing edges' heads, as JSON Web Keys. */
  signingKeys: z.array(z.record(z.string(), z.unknown())),
  edges: z.array(
    z.object({
      partyId: z.string(),
      /** Ed25519 public key of the edge, in PEM, which verifies its signatures. */
      linkPublicKey: z.string(),
      /** The head of the platform's log that this edge signed last. */
      countersigned: SignedHead.nullable(),
      /** Whether the platform claims that the edge reported a log that does not continue its earlier one. */
      hasRewoundLog: z.boolean(),
    }),
  ),
  /** The number of the following lines with edges' heads, and the hash of these lines including their line ends. */
  edgeHeads: z.object({ count: z.int().nonnegative(), sha256: z.string() }),
  /** Signature of all other fields as canonical JSON, made with the first of the signing keys. */
  signature: z.string(),
})
export type PlatformLogHeader = z.infer<typeof PlatformLogHeader>

/** A head of an edge's log, signed by the edge, as the platform stores it. */
export const EdgeHeadLine = SignedHead.extend({ partyId: z.string(), publicKey: z.string(), time: z.string() })
export type EdgeHeadLine = z.infer<typeof EdgeHeadLine>

export const writeEdgeHead = ({ partyId, publicKey, head, signature, time }: EdgeHeadLine): string =>
  JSON.stringify({ partyId, publicKey, head, signature, time })

export function readPlatformLogHeader(text: string): PlatformLogHeader | undefined {
  try {
    return PlatformLogHeader.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function writePlatformLogHeader(header: Omit<PlatformLogHeader, 'signature'>, sign: (text: string) => string) {
  return JSON.stringify({ ...header, signature: sign(canonicalJson(header)) })
}

/** Reads a public key as JSON Web Key or PEM. Returns undefined if it is neither. */
export function publicKeyOf(key: object | string): KeyObject | undefined {
  try {
    return typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key: key as never, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** Verifies an Ed25519 signature (base64url) of a text, or of a value as canonical JSON. */
export function isSignedBy(keys: (KeyObject | undefined)[], signed: string | object, signature: string): boolean {
  const text = Buffer.from(typeof signed === 'string' ? signed : canonicalJson(signed))
  return keys.some(
    (key) => key?.asymmetricKeyType === 'ed25519' && verify(null, text, key, Buffer.from(signature, 'base64url')),
  )
}
