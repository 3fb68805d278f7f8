// @peculiar/x509 needs it before it is loaded.
import 'reflect-metadata'

import { randomBytes, webcrypto } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'

/** Where the platform's certificate authority and the fleet's secrets lie. Keys and secrets are mode 0600. */
export type Authority = {
  caFile: string
  /** What SuperLink and its executor share, so that nobody else can take a run's work. */
  executorSecretFile: string
  /** What Control calls must carry (see superlink.py), so that ServerApps cannot make them. */
  controlSecretFile: string
  /** A certificate for a listener on these names; a fresh key each time, so nothing long-lived is kept for it. */
  issue(listener: string, names: string[]): Promise<{ certFile: string; keyFile: string }>
}

const SIGNING = { name: 'ECDSA', hash: 'SHA-384', namedCurve: 'P-384' } as const
const LISTENER = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' } as const
const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3650
const LISTENER_DAYS = 397

/** Opens the authority under DATA_DIR/authority, making it the first time. It signs node links, nothing else. */
export async function openAuthority(dataDir: string): Promise<Authority> {
  const dir = join(dataDir, 'authority')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(dir, 0o700)

  const caFile = join(dir, 'ca.pem')
  const keyFile = join(dir, 'ca.key')
  // The certificate is written last: with it there, the key is whole.
  if (!existsSync(caFile)) await createAuthority(caFile, keyFile)
  const certificate = new x509.X509Certificate(await readFile(caFile, 'utf8'))
  const key = await importKey(await readFile(keyFile, 'utf8'))

  return {
    caFile,
    executorSecretFile: await ensureSecret(join(dir, 'executor.secret')),
    controlSecretFile: await ensureSecret(join(dir, 'control.secret')),
    issue: (listener, names) => issue(dir, { certificate, key }, listener, names),
  }
}

async function createAuthority(caFile: string, keyFile: string) {
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Tessera federation authority',
    serialNumber: serial(),
    ...lasting(AUTHORITY_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  await writeAtomically(keyFile, await exportKey(keys.privateKey), 0o600)
  await writeAtomically(caFile, `${certificate.toString('pem')}\n`, 0o644)
}

type Signer = { certificate: x509.X509Certificate; key: webcrypto.CryptoKey }

async function issue(dir: string, signer: Signer, listener: string, names: string[]) {
  const keys = await webcrypto.subtle.generateKey(LISTENER, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=Tessera ${listener}`,
    issuer: signer.certificate.subject,
    serialNumber: serial(),
    ...lasting(LISTENER_DAYS),
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
      // Python 3.13 verifies strictly and wants both identifiers.
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
    ],
  })
  const files = { certFile: join(dir, `${listener}.pem`), keyFile: join(dir, `${listener}.key`) }
  await writeAtomically(files.keyFile, await exportKey(keys.privateKey), 0o600)
  await writeAtomically(files.certFile, `${certificate.toString('pem')}\n`, 0o644)
  return files
}

async function ensureSecret(file: string): Promise<string> {
  if (!existsSync(file)) await writeAtomically(file, randomBytes(48).toString('base64url'), 0o600)
  return file
}

/** Writes beside the file and renames, so that a reader sees the old text or the new one, never half. */
export async function writeAtomically(file: string, text: string, mode = 0o600): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, text, { mode })
  await rename(draft, file)
}

const serial = () => `00${randomBytes(15).toString('hex')}`

// An hour back, as a party's clock may be a little behind ours.
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
