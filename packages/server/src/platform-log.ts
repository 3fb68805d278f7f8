import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { canonicalJson, LogHead, SignedHead } from '@tessera/contract'
import { z } from 'zod'

/**
 * The first line of an exported platform log; `edgeHeads.count` heads that edges signed follow, a line each, then the
 * entries. With it an auditor needs neither the database nor
 * anybody's word: it names the keys, what the edges signed, and up to where the log went.
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
      /** Ed25519, PEM: what its signatures are checked with. */
      linkPublicKey: z.string(),
      /** Our head, as this edge signed it last. */
      countersigned: SignedHead.nullable(),
      /** The platform says that it told of a log that does not continue its earlier one. */
      hasRewoundLog: z.boolean(),
    }),
  ),
  /** How many lines of them follow, and the hash of these lines with their ends. */
  edgeHeads: z.object({ count: z.int().nonnegative(), sha256: z.string() }),
  /** Of all the rest as canonical JSON, by the first of the signing keys. */
  signature: z.string(),
})
export type PlatformLogHeader = z.infer<typeof PlatformLogHeader>

/** A head of an edge's log under its own signature, as the platform keeps it. */
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

/** A key as JSON Web Key or PEM; undefined where it is none. */
export function publicKeyOf(key: object | string): KeyObject | undefined {
  try {
    return typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key: key as never, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** Ed25519, base64url, over a text or over something as canonical JSON. */
export function isSignedBy(keys: (KeyObject | undefined)[], signed: string | object, signature: string): boolean {
  const text = Buffer.from(typeof signed === 'string' ? signed : canonicalJson(signed))
  return keys.some(
    (key) => key?.asymmetricKeyType === 'ed25519' && verify(null, text, key, Buffer.from(signature, 'base64url')),
  )
}
