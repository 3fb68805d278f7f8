import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { canonicalJson, LogHead, SignedHead } from '@tessera/contract'
import { z } from 'zod'

/**
 * The first line of an exported platform log. `edgeHeads.count` lines with heads signed by edges follow, then the
 * entries. With the header, an auditor needs neither the database nor trust in anybody: it contains the keys, what the
 * edges signed, and the end of the log.
 */
export const PlatformLogHeader = z.object({
  tessera: z.literal('platform-log'),
  format: z.literal(2),
  exportTime: z.string(),
  head: LogHead,
  /** JSON Web Keys with which the platform signs edges' heads. */
  signingKeys: z.array(z.record(z.string(), z.unknown())),
  edges: z.array(
    z.object({
      partyId: z.string(),
      /** Ed25519, PEM: verifies its signatures. */
      linkPublicKey: z.string(),
      /** The platform's head that this edge signed last. */
      countersigned: SignedHead.nullable(),
      /** The platform's claim that the edge reported a log that does not continue its earlier one. */
      hasRewoundLog: z.boolean(),
    }),
  ),
  /** The number of lines with edges' heads that follow, and the hash of these lines including their ends. */
  edgeHeads: z.object({ count: z.int().nonnegative(), sha256: z.string() }),
  /** Signature of all other fields as canonical JSON, by the first of the signing keys. */
  signature: z.string(),
})
export type PlatformLogHeader = z.infer<typeof PlatformLogHeader>

/** A head of an edge's log under its own signature, as the platform stores it. */
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

/** Reads a key as JSON Web Key or PEM; returns undefined if it is neither. */
export function publicKeyOf(key: object | string): KeyObject | undefined {
  try {
    return typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key: key as never, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** Verifies an Ed25519 signature (base64url) over a text, or over a value as canonical JSON. */
export function isSignedBy(keys: (KeyObject | undefined)[], signed: string | object, signature: string): boolean {
  const text = Buffer.from(typeof signed === 'string' ? signed : canonicalJson(signed))
  return keys.some(
    (key) => key?.asymmetricKeyType === 'ed25519' && verify(null, text, key, Buffer.from(signature, 'base64url')),
  )
}
