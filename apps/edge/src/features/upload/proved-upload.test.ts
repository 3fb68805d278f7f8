import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { FORM_BLOCK_BYTES, PROOF_HEADER } from '@tessera/contract'
import { EndEdgeSession, InferImages, UploadZip } from '@tessera/contract/wire'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, formHashOf } from '../../testing/browser.ts'
import { buildWorld, peopleCsv, type World, zipOf } from '../../testing/world.ts'

let world: World
let browser: Browser
let port: number
let table: Buffer
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora'] })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as { port: number }).port
  table = await zipOf({ 'table.csv': peopleCsv(9) })
})
afterAll(() => world.close())
beforeEach(async () => {
  browser = await world.openSession('dora')
})

const BOUNDARY = 'form-boundary'
type Part = { name: string; value?: string; file?: string; bytes?: Buffer }

const formOf = (...parts: Part[]) =>
  Buffer.concat([
    ...parts.flatMap(({ name, value = '', file, bytes = Buffer.from(value) }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

interface Sent {
  pieces: Buffer[]
  proof: string
  path?: string
}

/** Sends the pieces over the network, each after the previous one was sent, and returns the edge's response. */
async function send({ pieces, proof, path = UploadZip.path }: Sent) {
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      [PROOF_HEADER]: proof,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'accept-language': 'en',
      'content-length': Buffer.concat(pieces).length,
    },
  })
  const answer = new Promise<string>((resolve, reject) => {
    call.once('error', reject).once('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve(Buffer.concat(chunks).toString())
    })
  })
  for (const piece of pieces) await new Promise((resolve) => call.write(piece, resolve))
  call.end()
  const { success, error, params } = JSON.parse(await answer)
  return success ? 'taken' : [error, params.proofCheck].filter(Boolean).join(' ')
}

const proofOf = (claims: JWTPayload, path: string = UploadZip.path) => browser.proof('POST', path, claims)
/** Returns the stored uploads: drafts, and archives that are being read or wait for a decision. */
const stored = async () =>
  (
    await Promise.all(
      ['data', 'tmp', 'uploads'].map((folder) => readdir(join(world.dataDir, folder)).catch(() => [] as string[])),
    )
  ).flat()
/** Returns a form with a file as a single piece. */
const whole = (form: Buffer) => [form]

test('accepts a form if its proof contains the hash of all its bytes', async () => {
  const form = formOf({ name: 'file', file: 'table.zip', bytes: table })
  expect(await send({ pieces: whole(form), proof: await proofOf({ formHash: formHashOf(form) }) })).toBe('taken')
})

test.each([FORM_BLOCK_BYTES, FORM_BLOCK_BYTES - 1, FORM_BLOCK_BYTES + 1, 3 * FORM_BLOCK_BYTES])(
  'computes the same hash for a form of %i bytes as browsers do, however the form is split',
  async (size) => {
    const bare = formOf({ name: 'file', file: 'table.zip', bytes: Buffer.alloc(0) }).length
    const bytes = Buffer.concat([Buffer.from('PK'), Buffer.alloc(size - bare - 2, 7)])
    const form = formOf({ name: 'file', file: 'table.zip', bytes })
    expect(form.length).toBe(size)
    const pieces = [form.subarray(0, 5), form.subarray(5, 70_001), form.subarray(70_001)]
    // The proof is valid for the form. Only afterwards does the edge detect that the file is not an archive.
    expect(await send({ pieces, proof: await proofOf({ formHash: formHashOf(form) }) })).toBe('dataset.zip-broken')
  },
)

const honest = () => formOf({ name: 'file', file: 'table.zip', bytes: table })
const changed = (byte: number) => {
  const bytes = Buffer.from(table)
  bytes.writeUInt8((bytes.at(byte) ?? 0) ^ 1, byte < 0 ? bytes.length + byte : byte)
  return bytes
}
const other = () => zipOf({ 'table.csv': peopleCsv(30) })

test.each<[string, () => Promise<Buffer[]> | Buffer[]]>([
  ['another file', async () => whole(formOf({ name: 'file', file: 'table.zip', bytes: await other() }))],
  ['one byte of the file changed', () => whole(formOf({ name: 'file', file: 'table.zip', bytes: changed(-1) }))],
  ['its first byte changed', () => whole(formOf({ name: 'file', file: 'table.zip', bytes: changed(0) }))],
  ['the name of the file changed', () => whole(formOf({ name: 'file', file: 'other.zip', bytes: table }))],
  ['its ending changed', () => whole(formOf({ name: 'file', file: 'table.txt', bytes: table }))],
  [
    'a file added at the end',
    () =>
      whole(formOf({ name: 'file', file: 'table.zip', bytes: table }, { name: 'file', file: 'b.zip', bytes: table })),
  ],
  [
    'a file added at the beginning',
    async () =>
      whole(
        formOf(
          { name: 'file', file: 'b.zip', bytes: await other() },
          { name: 'file', file: 'table.zip', bytes: table },
        ),
      ),
  ],
  ['a field added', () => whole(formOf({ name: 'x', value: '1' }, { name: 'file', file: 'table.zip', bytes: table }))],
  ['bytes after the end of the form, sent later', () => [honest(), Buffer.from('more')]],
  ['bytes before the form', () => [Buffer.from('more\r\n'), honest()]],
  ['without the file', () => whole(formOf())],
  ['broken off', () => whole(honest().subarray(0, -20))],
  ['the form twice', () => [honest(), honest()]],
])(
  'refuses a form that does not match its proof: %s',
  { meta: { claim: 'data.altered-upload-form' } },
  async (_what, pieces) => {
    const before = await stored()
    const proof = await proofOf({ formHash: formHashOf(honest()) })
    expect(await send({ pieces: await pieces(), proof })).toBe('edge.proof-refused body')
    expect(await stored()).toEqual(before)
  },
)

test.each<[string, (form: Buffer) => JWTPayload]>([
  ['without a hash', () => ({})],
  ['with the hash of an empty form', () => ({ formHash: formHashOf(Buffer.alloc(0)) })],
  ['with the hash of a body of text', (form) => ({ bodyHash: formHashOf(form) })],
  ['with both hashes', (form) => ({ bodyHash: formHashOf(form), formHash: formHashOf(form) })],
])('refuses an upload with a proof %s', { meta: { claim: 'data.altered-upload-form' } }, async (_what, claims) => {
  const before = await stored()
  const form = honest()
  expect(await send({ pieces: whole(form), proof: await proofOf(claims(form)) })).toBe('edge.proof-refused body')
  expect(await stored()).toEqual(before)
})

test('refuses the proof of a form for a body that is not a form', async () => {
  const payload = { inferenceId: 'none' }
  const answer = await world.app.inject({
    method: 'POST',
    url: InferImages.path,
    payload,
    headers: { [PROOF_HEADER]: await proofOf({ formHash: formHashOf(Buffer.from('{}')) }, InferImages.path) },
  })
  expect(answer.json()).toMatchObject({ error: 'edge.proof-refused', params: { proofCheck: 'body' } })
})

test('refuses a request with a type of body that no proof covers', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: EndEdgeSession.path,
    payload: 'text',
    headers: { [PROOF_HEADER]: await proofOf({}, EndEdgeSession.path), 'content-type': 'text/plain' },
  })
  expect(answer.json()).toMatchObject({ error: 'request.malformed' })
})

test('refuses a form in which a field or file was changed after the proof was made', {
  meta: { claim: 'data.altered-upload-form' },
}, async () => {
  const picture = { name: 'files', file: 'a.png', bytes: Buffer.from('no picture') }
  const form = formOf({ name: 'id', value: 'one' }, picture)
  const path = InferImages.path
  const attempt = async (sent: Buffer) =>
    send({ path, pieces: whole(sent), proof: await proofOf({ formHash: formHashOf(form) }, path) })
  expect(await attempt(form)).toBe('inference.not-found')
  for (const sent of [
    formOf({ name: 'id', value: 'two' }, picture),
    formOf({ name: 'id', value: 'one' }, { ...picture, bytes: Buffer.from('a picture') }),
    formOf({ name: 'id', value: 'one' }, picture, picture),
    formOf({ name: 'id', value: 'one' }, ...Array<Part>(30).fill(picture)),
    formOf({ name: 'id', value: 'one' }),
  ]) {
    expect(await attempt(sent)).toBe('edge.proof-refused body')
  }
})

test('refuses a proof that is used for the second time, even with the same form', async () => {
  const form = honest()
  const proof = await proofOf({ formHash: formHashOf(form) })
  expect(await send({ pieces: whole(form), proof })).toBe('taken')
  expect(await send({ pieces: whole(form), proof })).toBe('edge.proof-refused used')
})
