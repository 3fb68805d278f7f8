import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeNew } from '@tessera/server'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

const generate = promisify(generateKeyPair)

export interface SigningKey {
  privateKey: KeyObject
  kid: string
  /** The public half, as it is published. */
  jwk: JWK
  /** base64url. */
  sign(text: string): string
}
export interface EncryptionKey {
  keyId: string
  /** Public half: base64 of the DER. */
  spki: string
  /** Undefined when the text was not encrypted under this key. */
  decrypt(base64: string): string | undefined
}

/** The platform's own keys, made when first asked for and kept in a folder only it can read. */
export interface PlatformKeys {
  /** Ed25519: edge tokens and the countersigning of edges' logs. */
  signing(): Promise<SigningKey>
  /** RSA: what passwords are encrypted under on their way here. */
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
  return {
    keyId: (await calculateJwkThumbprint(await exportJWK(publicKey))).slice(0, 16),
    spki: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    decrypt(base64) {
      try {
        const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
        return privateDecrypt(options, Buffer.from(base64, 'base64')).toString('utf8')
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
  // The key that another process has made meanwhile is taken.
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
