import { GetPublicKey } from '@tessera/contract/wire'
import { ApiError, call } from '../../lib/api.ts'
import { base64Of, bytesOf } from '../../lib/base64.ts'

/** Returns whether this page can encrypt. Browsers allow encryption only over https and on localhost. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/**
 * Returns an encryption function for the server's current key: RSA-OAEP, SHA-256, base64. Use `const encrypt = await
 * encryption()`, then `await encrypt(password)`.
 */
export async function encryption(): Promise<(secret: string) => Promise<string>> {
  if (!canEncrypt()) throw new ApiError('client.insecure-context')
  const { spki, nonce } = await call(GetPublicKey)
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', derOf(spki), algorithm, false, ['encrypt'])
  return async (secret) => {
    const sealed = await crypto.subtle.encrypt(
      { name: 'RSA-OAEP' },
      key,
      new TextEncoder().encode(`${nonce} ${secret}`),
    )
    return base64Of(new Uint8Array(sealed))
  }
}

/**
 * Returns the SHA-256 fingerprint of a PEM file's first certificate in the format of `openssl x509 -fingerprint`, or
 * null if the browser cannot hash.
 */
export async function fingerprintOf(pem: string): Promise<string | null> {
  if (!canEncrypt()) return null
  const [first = ''] = pem.split('-----END', 1)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', derOf(first)))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

/** Decodes base64 or PEM. */
function derOf(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '')
  return bytesOf(base64)
}
