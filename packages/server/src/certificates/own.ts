import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openAuthority } from './authority.ts'
import type { Pair } from './pair.ts'

/**
 * Creates a server certificate under its own root certificate, which is limited to this host, so that installing it
 * adds no trust for other hosts. The chain includes the root certificate, so that clients can fetch it and compare its
 * fingerprint.
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

/** Returns the fingerprint of a certificate: the SHA-256 hash of its bytes in base64url. */
export const fingerprintOf = (certificate: X509Certificate | string) =>
  createHash('sha256')
    .update((typeof certificate === 'string' ? new X509Certificate(certificate) : certificate).raw)
    .digest('base64url')
