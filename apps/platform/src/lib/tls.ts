import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintOf, OWN, ranOutOn, rootOf, ShownCertificate } from '@tessera/server/certificates'
import { type PlatformSettings, publicHost } from '../settings.ts'

type Tls = Pick<PlatformSettings, 'TLS_CERT' | 'TLS_KEY' | 'DATA_DIR' | 'PUBLIC_URL'>

/**
 * Returns the certificate that the platform presents; undefined if the platform serves plain HTTP, on loopback or
 * behind a proxy.
 */
export async function openCertificate(settings: Tls): Promise<ShownCertificate | undefined> {
  const { TLS_CERT, TLS_KEY, DATA_DIR } = settings
  const host = publicHost(settings)
  if (TLS_CERT === OWN) return ShownCertificate.open({ host, ownIn: ownFolder(DATA_DIR) })
  if (!TLS_CERT || !TLS_KEY) return undefined
  const files = { cert: { setting: 'TLS_CERT', path: TLS_CERT }, key: { setting: 'TLS_KEY', path: TLS_KEY } }
  return ShownCertificate.open({ host, files })
}

/**
 * Returns when the platform's certificate expired; undefined while it is valid, or if a proxy presents the certificate.
 * A certificate of the platform's own root is renewed in time. Certificate files from elsewhere are read again every
 * minute, so the stored file is the certificate that the platform presents.
 */
export async function shownRanOutOn({ TLS_CERT }: Pick<Tls, 'TLS_CERT'>, now: Date): Promise<Date | undefined> {
  return !TLS_CERT || TLS_CERT === OWN ? undefined : ranOutOn(TLS_CERT, now)
}

/**
 * Returns the fingerprint of the root certificate in the platform's certificate chain, if it contains one. An edge
 * needs the fingerprint to trust a root that it cannot know otherwise.
 */
export async function findShownRoot({ TLS_CERT, DATA_DIR }: Tls): Promise<string | undefined> {
  if (!TLS_CERT) return undefined
  const root = rootOf(await readFile(TLS_CERT === OWN ? ownRootFile(DATA_DIR) : TLS_CERT, 'utf8'))
  return root && fingerprintOf(root)
}

const ownFolder = (dataDir: string) => join(dataDir, 'tls')
/** Returns the path of the platform's own root certificate, for users who have to trust it. */
export const ownRootFile = (dataDir: string) => join(ownFolder(dataDir), 'ca.pem')
