import { z } from 'zod'
import { EdgeRole } from './signing.ts'

/**
 * How long a session at an edge lasts, and how long unused: what NIST SP 800-63B (4.2.3) asks of log-ins with two factors, among
 * which a PIN or passkey beside a browser's own key counts.
 */
export const EDGE_SESSION = { hours: 12, idleMinutes: 30 } as const
/** A proof is about the request it comes with, and about now: more than a slow line takes, less than anybody keeps one for. */
export const PROOF_SECONDS = 60

/** What a request shows beside what it asks: that it comes from the browser or program that the session was opened for. */
export const PROOF_HEADER = 'dpop'

/** The last block of a form may be shorter. */
export const FORM_BLOCK_BYTES = 4 * 1024 * 1024

/** What a proof says, signed by that one's key (RFC 9449, but for `htu`, which is the path with its query as the edge sees it). */
export const ProofClaims = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().min(16).max(100),
  /** SHA-256 of the body as sent, base64url; absent without a body and for a form with files. */
  bodyHash: z.string().optional(),
  /**
   * For a form with files: SHA-256, base64url, of the concatenated SHA-256 digests of its blocks of `FORM_BLOCK_BYTES`. Browsers
   * hash only what is in memory, so a file of a gigabyte is hashed block by block.
   */
  formHash: z.string().optional(),
})
export type ProofClaims = z.infer<typeof ProofClaims>

/** A session at an edge, as whoever opened it sees it. */
export const EdgeSession = z.object({
  username: z.string(),
  displayName: z.string(),
  role: EdgeRole,
  openTime: z.date(),
  /** When it ends, however much it is used. */
  endTime: z.date(),
})
export type EdgeSession = z.infer<typeof EdgeSession>

/** The house's own identity provider, as its people know it. */
export const SessionProvider = z.object({ name: z.string() })
export type SessionProvider = z.infer<typeof SessionProvider>
