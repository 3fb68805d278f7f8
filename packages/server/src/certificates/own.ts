import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openAuthority } from './authority.ts'
import type { Pair } from './pair.ts'

/**
 * A server certificate under a root of our own that may vouch for this host only: whoever installs the root trusts us
 * with nothing else. The root goes along in the chain, so that it can be taken by its fingerprint.
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

/** By which a certificate is told from any other: SHA-256 over its bytes, base64url. */
export const fingerprintOf = (certificate: X509Certificate | string) =>
  createHash('sha256')
    .update((typeof certificate === 'string' ? new X509Certificate(certificate) : certificate).raw)
    .digest('base64url')
