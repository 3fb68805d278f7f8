import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openAuthority } from './authority.ts'
import type { Pair } from './pair.ts'

/**
 * Makes a server certificate under a root of our own that may vouch for this host only, so that installing the root
 * adds no other trust. The chain includes the root, so that clients can fetch it by its fingerprint.
 */
export async function makeOwnPair(dir: string, host: string): Promise<Pair & { root: string }> {
  const authority = await openAuthority({ dir, name: `Tessera root for ${host}`, host })
  const { certFile, keyFile } = await authority.issue('server', [host])
  return {
    cert: `${await readFile(certFile, 'utf8')}${authority.certificate}`,
    key: await readFile(keyFile, 'utf8'),
    root: authority.certificate,
  }
}

/** Returns the fingerprint of a certificate: SHA-256 over its bytes, base64url. */
export const fingerprintOf = (certificate: X509Certificate | string) =>
  createHash('sha256')
    .update((typeof certificate === 'string' ? new X509Certificate(certificate) : certificate).raw)
    .digest('base64url')
