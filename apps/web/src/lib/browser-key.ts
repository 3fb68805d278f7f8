import type { ProofClaims } from '@tessera/contract'
import { base64url } from './base64.ts'

const STORE = 'keys'
const NAME = 'browser'
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
/** Milliseconds by which the edge's clock is ahead of this browser's, according to the edge's last response. */
let aheadMs = 0

/**
 * Returns whether the browser can store keys, which it allows only over https and on localhost. Without a key, no
 * session can be opened.
 */
export const canKeepKeys = () => window.isSecureContext && typeof indexedDB !== 'undefined'

let key: Promise<CryptoKeyPair> | undefined

/** The part of a request body that a proof covers: its text, or the hash of a form with a file. */
export interface ProvedBody {
  text?: string | undefined
  formHash?: string | undefined
}

/**
 * Returns a proof that this browser makes a call with this body. The key that signs the proof is available to the
 * browser's pages, but cannot be exported.
 */
export async function proofHere(
  method: string,
  path: string,
  { text, formHash }: ProvedBody = {},
): Promise<string | undefined> {
  if (!canKeepKeys()) return undefined
  key ??= openKey().catch((error) => {
    // Forgets the failed request, because the browser's storage may be available at the next attempt.
    key = undefined
    throw error
  })
  const { privateKey, publicKey } = await key
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const iat = Math.floor((Date.now() + aheadMs) / 1_000)
  const claims: ProofClaims = { htm: method, htu: path, iat, jti: crypto.randomUUID() }
  if (text) claims.bodyHash = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
  if (formHash) claims.formHash = formHash
  const signed = [{ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } }, claims].map(encoded).join('.')
  const hash = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(hash, privateKey, utf8(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

/**
 * Stores how far the edge's clock is ahead, because a browser's clock can be minutes off. Adds one second, because the
 * time in a response has a resolution of one second and a proof must not be older than its session.
 */
export function noteClock(answerTime: string | null) {
  const time = Date.parse(answerTime ?? '')
  if (!Number.isNaN(time)) aheadMs = time + 1_000 - Date.now()
}

async function openKey(): Promise<CryptoKeyPair> {
  const database = await resultOf(opening())
  const stored = await resultOf<CryptoKeyPair | undefined>(database.transaction(STORE).objectStore(STORE).get(NAME))
  if (stored) return stored
  const made = await crypto.subtle.generateKey(ALGORITHM, false, ['sign'])
  await resultOf(database.transaction(STORE, 'readwrite').objectStore(STORE).put(made, NAME))
  return made
}

function opening() {
  const request = indexedDB.open('tessera-edge', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return request
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const utf8 = (text: string) => new TextEncoder().encode(text)
const encoded = (part: object) => base64url(utf8(JSON.stringify(part)))
