import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { canonicalJson, LogHead } from '@tessera/contract'
import { z } from 'zod'

const SignedHead = z.object({ head: LogHead, signature: z.string() })

/**
 * The first line of an exported platform log; an entry a line follows. With it an auditor needs neither the database nor
 * anybody's word: it names the keys, what the edges signed, and up to where the log went.
 */
export const PlatformLogHeader = z.object({
  tessera: z.literal('platform-log'),
  format: z.literal(1),
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
      /** Its own head, as it told of it last. */
      logHead: LogHead.nullable(),
      hasRewoundLog: z.boolean(),
    }),
  ),
  /** Of all the rest as canonical JSON, by the first of the signing keys. */
  signature: z.string(),
})
export type PlatformLogHeader = z.infer<typeof PlatformLogHeader>

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
