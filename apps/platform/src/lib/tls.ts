import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintOf, OWN, ranOutOn, rootOf, ShownCertificate } from '@tessera/server/certificates'
import { type PlatformSettings, publicHost } from '../settings.ts'

type Tls = Pick<PlatformSettings, 'TLS_CERT' | 'TLS_KEY' | 'DATA_DIR' | 'PUBLIC_URL'>

/** Undefined where the platform speaks plain http: on loopback, or behind a proxy. */
export async function openCertificate(settings: Tls): Promise<ShownCertificate | undefined> {
  const { TLS_CERT, TLS_KEY, DATA_DIR } = settings
  const host = publicHost(settings)
  if (TLS_CERT === OWN) return ShownCertificate.open({ host, ownIn: ownFolder(DATA_DIR) })
  if (!TLS_CERT || !TLS_KEY) return undefined
  const files = { cert: { setting: 'TLS_CERT', path: TLS_CERT }, key: { setting: 'TLS_KEY', path: TLS_KEY } }
  return ShownCertificate.open({ host, files })
}

/**
 * When the certificate that we show ran out; undefined while it holds, and where somebody else shows one. Our own is renewed
 * in time; another's files are read again every minute, so what lies there is what is shown.
 */
export async function shownRanOutOn({ TLS_CERT }: Pick<Tls, 'TLS_CERT'>, now: Date): Promise<Date | undefined> {
  return !TLS_CERT || TLS_CERT === OWN ? undefined : ranOutOn(TLS_CERT, now)
}

/** The root that is shown along with our certificate, if any: what an edge cannot know by itself. */
export async function findShownRoot({ TLS_CERT, DATA_DIR }: Tls): Promise<string | undefined> {
  if (!TLS_CERT) return undefined
  const root = rootOf(await readFile(TLS_CERT === OWN ? ownRootFile(DATA_DIR) : TLS_CERT, 'utf8'))
  return root && fingerprintOf(root)
}

const ownFolder = (dataDir: string) => join(dataDir, 'tls')
/** Where those who should trust a platform with its own root find it. */
export const ownRootFile = (dataDir: string) => join(ownFolder(dataDir), 'ca.pem')
