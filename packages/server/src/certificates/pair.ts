import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { BadSettings } from '../settings.ts'

/** A certificate with its chain, and its private key, both in PEM, for a TLS listener. */
export interface Pair {
  cert: string
  key: string
}

/** The paths of a certificate and its key, and the names of the settings that contain them. */
export interface PairFiles {
  cert: { setting: string; path: string }
  key: { setting: string; path: string }
}

/**
 * Reads a certificate and its key, which must be valid for `host` now. Otherwise throws `BadSettings` with the problem
 * and what to do.
 */
export async function readPair({ cert, key }: PairFiles, host: string): Promise<Pair> {
  const pair = { cert: await readText(cert), key: await readText(key) }
  const named = { cert: `${cert.setting}=${cert.path}`, key: `${key.setting}=${key.path}` }
  const [leaf] = chainOf(pair.cert, named.cert)
  if (!leaf) throw new BadSettings(`${named.cert}: holds no certificate. It must be PEM (BEGIN CERTIFICATE).`)
  if (!leaf.checkPrivateKey(readKey(pair.key, named.key))) {
    throw new BadSettings(
      `${named.key}: is not the key of the certificate in ${named.cert}. The first certificate in that file must be the server's own, its issuers after it.`,
    )
  }
  const now = Date.now()
  if (leaf.validToDate.getTime() <= now) {
    throw new BadSettings(`${named.cert}: ran out on ${leaf.validTo}. Put a renewed certificate in its place.`)
  }
  if (leaf.validFromDate.getTime() > now) {
    throw new BadSettings(`${named.cert}: begins only on ${leaf.validFrom}. Check this machine's clock.`)
  }
  if (!(isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host))) {
    throw new BadSettings(
      `${named.cert}: is not for ${host}, but for ${leaf.subjectAltName ?? 'no name'}. Get one for ${host}, or put that name into the public address.`,
    )
  }
  return pair
}

/** Returns the certificates of a PEM text. The server's own certificate is the first. */
export function chainOf(pem: string, name: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    throw new BadSettings(`${name}: holds a certificate that cannot be read. It must be PEM (BEGIN CERTIFICATE).`)
  }
}

/** Returns when the certificate in a file expired. Returns undefined if it is still valid or cannot be read. */
export async function ranOutOn(file: string, now: Date): Promise<Date | undefined> {
  const pem = await readFile(file, 'utf8').catch(() => '')
  if (!pem.includes('BEGIN CERTIFICATE')) return undefined
  const { validToDate } = new X509Certificate(pem)
  return validToDate <= now ? validToDate : undefined
}

/** Returns the self-signed root certificate at the end of a chain, or undefined if the chain does not contain it. */
export function rootOf(pem: string): X509Certificate | undefined {
  const last = chainOf(pem, 'chain').at(-1)
  return last?.ca && last.checkIssued(last) ? last : undefined
}

async function readText({ setting, path }: PairFiles['cert']): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'this user may not read it' : code
    throw new BadSettings(`${setting}=${path}: cannot be read (${why}).`)
  }
}

function readKey(pem: string, name: string) {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    const isLocked = (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE' || pem.includes('ENCRYPTED')
    throw new BadSettings(
      isLocked
        ? `${name}: is protected by a passphrase. Keep it without one, mode 0600.`
        : `${name}: holds no private key. It must be PEM (BEGIN PRIVATE KEY).`,
    )
  }
}
