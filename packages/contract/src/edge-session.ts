import { z } from 'zod'
import { EdgeRole } from './signing.ts'

/**
 * Maximum duration of a session at an edge, in total and without use. NIST SP 800-63B (4.2.3) requires these limits for
 * log-ins with two factors, here a PIN or passkey and a key that the browser holds.
 */
export const EDGE_SESSION = { hours: 12, idleMinutes: 30 } as const
/**
 * Lifetime of a proof for one request. It is long enough for a slow connection, and too short for a stolen proof to be
 * useful later.
 */
export const PROOF_SECONDS = 60

/** HTTP header with the proof that a request comes from the browser or program that opened the session. */
export const PROOF_HEADER = 'dpop'

/** Size of the blocks in which a form is hashed. The last block may be shorter. */
export const FORM_BLOCK_BYTES = 4 * 1024 * 1024

/**
 * Claims of a proof, which the session's key signs (RFC 9449). Unlike in the RFC, `htu` is the path with its query, as
 * the edge receives it.
 */
export const ProofClaims = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().min(16).max(100),
  /** SHA-256 of the body as sent, base64url. Undefined for a request without a body and for a form with files. */
  bodyHash: z.string().optional(),
  /**
   * Set for a form with files: SHA-256, base64url, of the concatenated SHA-256 digests of the form's blocks of
   * `FORM_BLOCK_BYTES`. The form is hashed by block, because browsers hash only data in memory and a file can have 1
   * GB.
   */
  formHash: z.string().optional(),
})
export type ProofClaims = z.infer<typeof ProofClaims>

/** A session at an edge, as the member who opened it sees it. */
export const EdgeSession = z.object({
  username: z.string(),
  displayName: z.string(),
  role: EdgeRole,
  openTime: z.date(),
  /** Time at which the session ends, even if it is in use. */
  endTime: z.date(),
})
export type EdgeSession = z.infer<typeof EdgeSession>

/** The organisation's own identity provider. */
export const SessionProvider = z.object({ name: z.string() })
export type SessionProvider = z.infer<typeof SessionProvider>
