// The library @peculiar/x509 requires this import before its own import.
import 'reflect-metadata'

import { randomBytes, webcrypto } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { writeAtomically } from '../write-atomically.ts'
import { isOnlyFor, onlyFor } from './name-constraints.ts'

/** A certificate authority that Tessera runs, stored in its own folder. Key files have mode 0600. */
export interface Authority {
  caFile: string
  /** The certificate of the authority, in PEM. */
  certificate: string
  /** Date after which certificates that the authority signed are no longer trusted. */
  validTo: Date
  /**
   * Issues a certificate for a listener under these names, with a new key each time. The certificate is valid for one
   * year unless `notAfter` is given.
   */
  issue(listener: string, names: string[], notAfter?: Date): Promise<{ certFile: string; keyFile: string }>
}

export interface AuthorityOptions {
  dir: string
  /** Name of the authority that users see in a list of certificates. */
  name: string
  /**
   * The only host for which the authority may issue certificates. Without it, any host is allowed. If the host changes,
   * a new authority is created.
   */
  host?: string
}

const SIGNING = { name: 'ECDSA', hash: 'SHA-384', namedCurve: 'P-384' } as const
const LISTENER = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' } as const
const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3650
const LISTENER_DAYS = 397
const COMMON_NAME_MAX = 64

/** Opens the authority in a folder, or creates it if it does not exist. */
export async function openAuthority(options: AuthorityOptions): Promise<Authority> {
  const { dir } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(dir, 0o700)

  const files = { caFile: join(dir, 'ca.pem'), keyFile: join(dir, 'ca.key') }
  if (!(await isUsable(files.caFile, options))) await createAuthority(files, options)
  const certificate = await readCertificate(files.caFile)
  const key = await importKey(await readFile(files.keyFile, 'utf8'))
  return {
    caFile: files.caFile,
    certificate: `${certificate.toString('pem')}\n`,
    validTo: certificate.notAfter,
    issue: (listener, names, notAfter) => issue(dir, { certificate, key }, listener, names, notAfter),
  }
}

const readCertificate = async (file: string) => new x509.X509Certificate(await readFile(file, 'utf8'))

/**
 * Returns whether a PEM is a root certificate as Tessera creates it for a host: self-signed and limited to this host.
 */
export async function isRootFor(pem: string, host: string): Promise<boolean> {
  try {
    const certificate = new x509.X509Certificate(pem)
    return (
      certificate.getExtension(x509.BasicConstraintsExtension)?.ca === true &&
      isOnlyFor(certificate, host) &&
      (await certificate.isSelfSigned())
    )
  } catch {
    return false
  }
}

/**
 * Returns whether a stored root certificate can be used: it must be limited to this host and outlive the certificates
 * that it signs.
 */
async function isUsable(caFile: string, { host }: AuthorityOptions): Promise<boolean> {
  if (!existsSync(caFile) || host === undefined) return existsSync(caFile)
  const stored = await readCertificate(caFile)
  return isOnlyFor(stored, host) && stored.notAfter.getTime() > Date.now() + LISTENER_DAYS * DAY_MS
}

async function createAuthority(files: { caFile: string; keyFile: string }, { name, host }: AuthorityOptions) {
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: commonName(name),
    serialNumber: serial(),
    ...lasting(AUTHORITY_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(host === undefined ? [] : [onlyFor(host)]),
    ],
  })
  // The certificate is removed first and written last, so that it always matches its key.
  await rm(files.caFile, { force: true })
  await writeAtomically(files.keyFile, await exportKey(keys.privateKey), 0o600)
  await writeAtomically(files.caFile, `${certificate.toString('pem')}\n`, 0o644)
}

type Signer = { certificate: x509.X509Certificate; key: webcrypto.CryptoKey }

async function issue(dir: string, signer: Signer, listener: string, names: string[], notAfter?: Date) {
  const keys = await webcrypto.subtle.generateKey(LISTENER, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: commonName(`Tessera ${listener}`),
    issuer: signer.certificate.subject,
    serialNumber: serial(),
    ...lasting(LISTENER_DAYS),
    ...(notAfter ? { notAfter } : {}),
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey: signer.key,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        [...new Set(names)].map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      // Python 3.13 verifies certificates strictly and requires the key identifiers of subject and authority.
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
    ],
  })
  const files = { certFile: join(dir, `${listener}.pem`), keyFile: join(dir, `${listener}.key`) }
  await writeAtomically(files.keyFile, await exportKey(keys.privateKey), 0o600)
  await writeAtomically(files.certFile, `${certificate.toString('pem')}\n`, 0o644)
  return files
}

const commonName = (text: string) => `CN=${text.slice(0, COMMON_NAME_MAX)}`
const serial = () => `00${randomBytes(15).toString('hex')}`

// The validity begins one hour ago, because the clock of another machine may be slow.
const lasting = (days: number) => ({
  notBefore: new Date(Date.now() - 3_600_000),
  notAfter: new Date(Date.now() + days * DAY_MS),
})

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`
}

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const [der] = x509.PemConverter.decode(pem)
  if (!der) throw new Error('the authority has no key: ca.key is not PEM')
  return webcrypto.subtle.importKey('pkcs8', der, SIGNING, false, ['sign'])
}
