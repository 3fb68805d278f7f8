import { z } from 'zod'
import { EdgeRole } from './signing.ts'

/**
 * Maximum duration of a session at an edge, in total and without use. NIST SP 800-63B (4.2.3) requires these limits for
 * log-ins with two factors, such as a PIN or passkey beside a browser's own key.
 */
export const EDGE_SESSION = { hours: 12, idleMinutes: 30 } as const
/**
 * Lifetime of a proof for one request: more than a slow connection needs, and too short for a stolen proof to be useful
 * later.
 */
export const PROOF_SECONDS = 60

/** The header of the proof that a request comes from the browser or program that opened the session. */
export const PROOF_HEADER = 'dpop'

/** Size of the blocks of a form. The last block may be shorter. */
export const FORM_BLOCK_BYTES = 4 * 1024 * 1024

/**
 * Claims of a proof, signed with the session's key (RFC 9449, except that `htu` is the path with its query as the edge
 * sees it).
 */
export const ProofClaims = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().min(16).max(100),
  /** SHA-256 of the body as sent, base64url. Absent without a body, and for a form with files. */
  bodyHash: z.string().optional(),
  /**
   * For a form with files: SHA-256, base64url, of the concatenated SHA-256 digests of its blocks of `FORM_BLOCK_BYTES`.
   * Browsers hash only data in memory, so a file of 1 GB is hashed block by block.
   */
  formHash: z.string().optional(),
})
export type ProofClaims = z.infer<typeof ProofClaims>

/** A session at an edge, as shown to the member who opened it. */
export const EdgeSession = z.object({
  username: z.string(),
  displayName: z.string(),
  role: EdgeRole,
  openTime: z.date(),
  /** When it ends, even if it is in use. */
  endTime: z.date(),
})
export type EdgeSession = z.infer<typeof EdgeSession>

/** The organisation's own identity provider. */
export const SessionProvider = z.object({ name: z.string() })
export type SessionProvider = z.infer<typeof SessionProvider>
