import type { ProofClaims } from '@tessera/contract'

const STORE = 'keys'
const NAME = 'browser'
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
/** Of the edge's clock before this browser's, as its last answer had it. */
let aheadMs = 0

/** Browsers keep keys for https and this machine only; without one nobody is in a session. */
export const canKeepKeys = () => window.isSecureContext && typeof indexedDB !== 'undefined'

let key: Promise<CryptoKeyPair> | undefined

/** Proves that a call comes from this browser: with a key that its pages may use, and nobody can take out of it. */
export async function proofHere(method: string, path: string): Promise<string | undefined> {
  if (!canKeepKeys()) return undefined
  key ??= openKey().catch((error) => {
    // Another try may find the browser's storage open.
    key = undefined
    throw error
  })
  const { privateKey, publicKey } = await key
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const iat = Math.floor((Date.now() + aheadMs) / 1_000)
  const claims: ProofClaims = { htm: method, htu: path, iat, jti: crypto.randomUUID() }
  const signed = [{ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } }, claims].map(encoded).join('.')
  const hash = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(hash, privateKey, new TextEncoder().encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

/** A browser's clock may be minutes off. An answer's time is cut to the second, and no proof may be older than its session. */
export function noteClock(answerTime: string | null) {
  const time = Date.parse(answerTime ?? '')
  if (!Number.isNaN(time)) aheadMs = time + 1_000 - Date.now()
}

async function openKey(): Promise<CryptoKeyPair> {
  const database = await asked(opening())
  const kept = await asked<CryptoKeyPair | undefined>(database.transaction(STORE).objectStore(STORE).get(NAME))
  if (kept) return kept
  const made = await crypto.subtle.generateKey(ALGORITHM, false, ['sign'])
  await asked(database.transaction(STORE, 'readwrite').objectStore(STORE).put(made, NAME))
  return made
}

function opening() {
  const request = indexedDB.open('tessera-edge', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return request
}

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const encoded = (part: object) => base64url(new TextEncoder().encode(JSON.stringify(part)))
export const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
