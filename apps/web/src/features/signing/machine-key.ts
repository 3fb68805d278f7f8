import type { MachineKey } from '@tessera/contract'
import { base64url } from '../../lib/base64.ts'
import { ALGORITHM } from '../../lib/browser-key.ts'
import { ownEdgeUrl } from '../../lib/own-edge.ts'
import { saveAs } from '../../lib/save-file.ts'

/** The key pair with which a program identifies itself. */
export interface MadeKey {
  /** Thumbprint of the public key (RFC 7638), by which the edge identifies the key. */
  keyId: string
  publicKey: MachineKey
  privateKey: MachineKey & { d: string }
}

/** Generates a key pair in this page. The private key goes into a file and is never sent to a server. */
export async function makeKey(): Promise<MadeKey> {
  const { privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const kind = { crv: 'P-256', kty: 'EC' } as const
  const spelled = new TextEncoder().encode(JSON.stringify({ ...kind, x, y }))
  const hash = await crypto.subtle.digest('SHA-256', spelled)
  const publicKey = { ...kind, x, y }
  return { keyId: base64url(new Uint8Array(hash)), publicKey, privateKey: { ...publicKey, d } }
}

/** The content of a program's key file: the address of the edge and the private key. */
export interface KeyFile {
  name: string
  endTime: Date
  key: MadeKey['privateKey']
}

export function saveKey({ name, endTime, key }: KeyFile) {
  const text = JSON.stringify({ edge: ownEdgeUrl(), name, until: endTime, key }, null, 2)
  const fileName = `tessera-key-${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.json`
  saveAs(new Blob([text], { type: 'application/json' }), fileName)
}
