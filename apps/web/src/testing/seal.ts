import { GetPublicKey } from '@tessera/contract/wire'
import { base64Of, bytesOf } from '../lib/base64.ts'
import { on } from './world.tsx'

/** For tests: a platform with a known key, with which tests decrypt what the console sends. */

const NONCE = 'once'
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }

export async function sealing() {
  // Stored when the module is loaded, because a test may remove the browser's cryptography later.
  const { subtle } = crypto
  const pair = await subtle.generateKey(
    { ...OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  const spki = base64Of(new Uint8Array(await subtle.exportKey('spki', pair.publicKey)))
  return {
    publicKey: on(GetPublicKey, () => ({ keyId: 'k', spki, nonce: NONCE })),
    unseal: async (sealed: string) => {
      const text = new TextDecoder().decode(await subtle.decrypt(OAEP, pair.privateKey, bytesOf(sealed)))
      if (!text.startsWith(`${NONCE} `)) throw new Error(`Encrypted without the nonce: ${text}`)
      return text.slice(NONCE.length + 1)
    },
  }
}
