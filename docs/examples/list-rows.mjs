// Writes the rows of a dataset to standard output, one JSON object per line. The program authenticates with its own key
// (docs/guides/operating.md):
//   node list-rows.mjs KEY_FILE DATASET_ID
// The script needs only Node. If the edge has its own root certificate, set NODE_EXTRA_CA_CERTS to its file.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const PAGE_SIZE = 200

const [keyFile, datasetId] = process.argv.slice(2)
const { edge, key } = JSON.parse(readFileSync(keyFile, 'utf8'))
const { kty, crv, x, y } = key
const privateKey = await crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])

await call('POST', '/sessions/machine')
const { tableName } = await call('GET', '/datasetOfMeta', { id: datasetId })
let seen = 0
for (let pageNo = 1, total = 1; seen < total; pageNo += 1) {
  const page = await call('GET', '/listOfMeta', { tableName, pageNo, pageSize: PAGE_SIZE })
  for (const row of page.data) console.log(JSON.stringify(row))
  seen += page.data.length
  total = page.data.length > 0 ? page.total : seen
}
await call('POST', '/sessions/end')

/**
 * Makes a call with a proof that names this call and the current time and is valid once. For a call with a body, the
 * proof also contains `bodyHash`.
 */
async function call(method, path, query = {}) {
  const text = new URLSearchParams(query).toString()
  const target = text ? `${path}?${text}` : path
  const response = await fetch(`${edge}${target}`, {
    method,
    headers: { dpop: await proofOf(method, target), 'accept-language': 'en' },
  })
  const { success, message, result } = await response.json()
  if (!success) throw new Error(`${method} ${path}: ${message}`)
  return result
}

async function proofOf(method, target) {
  const claims = { htm: method, htu: target, iat: Math.floor(Date.now() / 1_000), jti: randomUUID() }
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } }
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}
