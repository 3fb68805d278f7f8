import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { BadSettings } from '@tessera/server'
import { chainOf, OWN, ShownCertificate } from '@tessera/server/certificates'
import type { EdgeSettings } from '../settings.ts'

/**
 * Returns the certificate that the edge uses for TLS. Returns undefined if browsers reach the edge on loopback or
 * through a proxy on this machine.
 */
export async function openCertificate(settings: EdgeSettings): Promise<ShownCertificate | undefined> {
  const { EDGE_TLS_CERT, EDGE_TLS_KEY, DATA_DIR } = settings
  const host = new URL(settings.EDGE_URL).hostname.replace(/^\[|\]$/g, '')
  if (EDGE_TLS_CERT === OWN) return ShownCertificate.open({ host, ownIn: join(DATA_DIR, 'tls') })
  if (!EDGE_TLS_CERT || !EDGE_TLS_KEY) return undefined
  const files = {
    cert: { setting: 'EDGE_TLS_CERT', path: EDGE_TLS_CERT },
    key: { setting: 'EDGE_TLS_KEY', path: EDGE_TLS_KEY },
  }
  return ShownCertificate.open({ host, files })
}

/** Adds the platform's private authority to the trusted roots, for every call of this process. */
export function trustPlatform({ PLATFORM_CA }: Pick<EdgeSettings, 'PLATFORM_CA'>) {
  if (PLATFORM_CA) setDefaultCACertificates([...getCACertificates('default'), ...authoritiesIn(PLATFORM_CA)])
}

function authoritiesIn(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadSettings(`PLATFORM_CA=${file}: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const certificates = chainOf(text, `PLATFORM_CA=${file}`)
  if (certificates.length === 0) throw new BadSettings(`PLATFORM_CA=${file}: holds no certificate in PEM.`)
  return certificates.map(String)
}
