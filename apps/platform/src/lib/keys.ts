import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeNew } from '@tessera/server'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import { MINUTE_MS } from './clock.ts'

const generate = promisify(generateKeyPair)

export const NONCE_MS = 10 * MINUTE_MS

export interface SigningKey {
  privateKey: KeyObject
  kid: string
  /** The public key as a JWK, in the form in which the platform publishes it. */
  jwk: JWK
  /** Returns the signature of the text in base64url. */
  sign(text: string): string
}
export interface EncryptionKey {
  keyId: string
  /** The public key: base64 of its DER encoding (SPKI). */
  spki: string
  /**
   * Returns a nonce. A client puts it before the text that it encrypts, separated by a space, so that an intercepted
   * ciphertext is valid for ten minutes only.
   */
  nonce(now: Date): string
  /**
   * Decrypts a text. Returns undefined if the text was not encrypted with this key, or if its nonce is no longer valid.
   */
  decrypt(base64: string, now: Date): string | undefined
}

/** The platform's own keys. They are created at first use and stored in a folder that only the platform can read. */
export interface PlatformKeys {
  /** The Ed25519 key that signs edge tokens and countersigns the log heads of edges. */
  signing(): Promise<SigningKey>
  /** The RSA key with whose public part clients encrypt passwords. */
  encryption(): Promise<EncryptionKey>
}

export function openKeys(folder: string): PlatformKeys {
  const signing = once(async () => describeSigningKey(await readKey(folder, 'signing', () => generate('ed25519'))))
  const encryption = once(async () =>
    describeEncryptionKey(await readKey(folder, 'password', () => generate('rsa', { modulusLength: 2048 }))),
  )
  return { signing, encryption }
}

async function describeSigningKey(privateKey: KeyObject): Promise<SigningKey> {
  const jwk = await exportJWK(createPublicKey(privateKey))
  const kid = await calculateJwkThumbprint(jwk)
  return {
    privateKey,
    kid,
    jwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

async function describeEncryptionKey(privateKey: KeyObject): Promise<EncryptionKey> {
  const publicKey = createPublicKey(privateKey)
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
  const nonceUntil = (time: number) =>
    `${time.toString(36)}.${createHmac('sha256', secret).update(`nonce ${time}`).digest('base64url').slice(0, 22)}`
  return {
    keyId: (await calculateJwkThumbprint(await exportJWK(publicKey))).slice(0, 16),
    spki: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    nonce: (now) => nonceUntil(now.getTime() + NONCE_MS),
    decrypt(base64, now) {
      try {
        const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
        const text = privateDecrypt(options, Buffer.from(base64, 'base64')).toString('utf8')
        const nonce = text.slice(0, text.indexOf(' '))
        const time = Number.parseInt(nonce, 36)
        const isOurs = timingSafeEqual(Buffer.from(nonce), Buffer.from(nonceUntil(time)))
        return isOurs && time > now.getTime() ? text.slice(nonce.length + 1) : undefined
      } catch {
        return undefined
      }
    },
  }
}

async function readKey(folder: string, name: string, make: () => Promise<{ privateKey: KeyObject }>) {
  const path = join(folder, `${name}.pem`)
  try {
    return createPrivateKey(readFileSync(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { privateKey } = await make()
  // Another process may have created the key in the meantime. Then that key is used.
  await writeNew(path, privateKey.export({ type: 'pkcs8', format: 'pem' })).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return createPrivateKey(readFileSync(path))
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
