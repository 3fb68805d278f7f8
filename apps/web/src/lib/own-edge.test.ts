import { FORM_BLOCK_BYTES, PROOF_HEADER } from '@tessera/contract'
import { GetEdgeSession, UploadZip } from '@tessera/contract/wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeUpload, fakeUploads } from '../testing/fake-upload.ts'
import { base64url, textOf } from './base64.ts'
import { noteClock } from './browser-key.ts'
import { callOwnEdge, enterAs, uploadToOwnEdge } from './own-edge.ts'

const HOUR_MS = 3_600_000

/** A fake IndexedDB for one key. While `isOpen` is false, every request fails. */
function fakeStorage() {
  const state = { isOpen: true, key: undefined as unknown }
  const request = (result: () => unknown) => {
    const pending = { result: undefined as unknown, error: new Error('no storage'), onsuccess() {}, onerror() {} }
    queueMicrotask(() => {
      if (!state.isOpen) return pending.onerror()
      pending.result = result()
      pending.onsuccess()
    })
    return pending
  }
  const store = {
    get: () => request(() => state.key),
    put: (key: unknown) =>
      request(() => {
        state.key = key
      }),
  }
  const database = { transaction: () => ({ objectStore: () => store }) }
  vi.stubGlobal('indexedDB', { open: () => request(() => database) })
  return state
}

/**
 * Simulates an edge whose clock is one hour ahead. It refuses proofs that differ from its own time by more than one
 * minute.
 */
function edgeAhead() {
  const made: number[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const [, claims = ''] = (headers[PROOF_HEADER] ?? '').split('.')
    const { iat } = JSON.parse(textOf(claims))
    made.push(iat)
    const time = Date.now() + HOUR_MS
    const isRight = Math.abs(time / 1_000 - iat) <= 60
    const answer = { message: '', timestamp: 0, result: null, code: isRight ? 200 : 401, success: isRight }
    return Response.json(isRight ? answer : { ...answer, error: 'edge.proof-refused' }, {
      status: isRight ? 200 : 401,
      headers: { date: new Date(time).toUTCString() },
    })
  })
  return made
}

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  enterAs(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  noteClock(new Date().toUTCString())
})

test('retries after a failed request for a key, and repeats a refused proof with the edge’s time', async () => {
  const storage = fakeStorage()
  const made = edgeAhead()
  storage.isOpen = false
  await expect(callOwnEdge(GetEdgeSession)).rejects.toThrow('no storage')
  storage.isOpen = true
  expect(await callOwnEdge(GetEdgeSession)).toBeNull()
  expect(made).toHaveLength(2)
  expect((made[1] ?? 0) - (made[0] ?? 0)).toBeGreaterThan(3_000)
})

test('gives up if the edge refuses the second proof as well', async () => {
  fakeStorage()
  const fetched = vi.fn(async () =>
    Response.json(
      { success: false, code: 401, message: '', timestamp: 0, result: null, error: 'edge.proof-refused' },
      { status: 401 },
    ),
  )
  vi.stubGlobal('fetch', fetched)
  await expect(callOwnEdge(GetEdgeSession)).rejects.toMatchObject({ code: 'edge.proof-refused' })
  expect(fetched).toHaveBeenCalledTimes(2)
})

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const claimsOf = ({ headers }: FakeUpload) => JSON.parse(textOf((headers[PROOF_HEADER] ?? '').split('.')[1] ?? ''))
const sent = () =>
  vi.waitFor(() => {
    const { last } = FakeUpload
    if (!last?.body) throw new Error('nothing was sent yet')
    return { last, body: last.body }
  })

test('sends a file with a proof of the whole form, which it hashes block by block', async () => {
  fakeStorage()
  fakeUploads()
  const file = new File([new Uint8Array(FORM_BLOCK_BYTES + 5).fill(7)], '名 "1".zip', { type: 'application/zip' })
  const hashed: { loaded: number; total: number }[] = []
  const onProgress = vi.fn()
  const upload = uploadToOwnEdge(UploadZip, file, { onHashed: (amount) => hashed.push(amount), onProgress })
  const { last, body } = await sent()
  expect(onProgress).not.toHaveBeenCalled()
  expect(hashed).toEqual([0, FORM_BLOCK_BYTES, body.size].map((loaded) => ({ loaded, total: body.size })))

  const bytes = new Uint8Array(await body.arrayBuffer())
  const blocks = [bytes.subarray(0, FORM_BLOCK_BYTES), bytes.subarray(FORM_BLOCK_BYTES)]
  const digests = (await Promise.all(blocks.map(sha256))).flatMap((digest) => [...digest])
  expect(claimsOf(last).formHash).toBe(base64url(await sha256(Uint8Array.from(digests))))
  expect(claimsOf(last).bodyHash).toBeUndefined()
  const type = last.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data; boundary=([a-z0-9-]+)$/.exec(type)?.[1]
  const head = 'Content-Disposition: form-data; name="file"; filename="名 %221%22.zip"\r\nContent-Type: application/zip'
  const before = new TextEncoder().encode(`--${boundary}\r\n${head}\r\n\r\n`)
  const after = new TextEncoder().encode(`\r\n--${boundary}--\r\n`)
  expect([...bytes.subarray(0, before.length)]).toEqual([...before])
  expect([...bytes.subarray(-after.length)]).toEqual([...after])
  expect(bytes.length).toBe(before.length + file.size + after.length)

  last.upload.onprogress?.({ loaded: 5, total: body.size })
  expect(onProgress).toHaveBeenCalledWith({ loaded: 5, total: body.size })
  last.refuse('edge.proof-refused', { proofCheck: 'clock' })
  await vi.waitFor(() => expect(FakeUpload.last).not.toBe(last))
  const again = (await sent()).last
  expect(claimsOf(again).formHash).toBe(claimsOf(last).formHash)
  expect(claimsOf(again).jti).not.toBe(claimsOf(last).jti)
  expect(hashed).toHaveLength(3)
  again.refuse('file.missing', {})
  await expect(upload).rejects.toMatchObject({ code: 'file.missing' })
})

test('sends no request if the upload is cancelled while the file is hashed', async () => {
  fakeStorage()
  fakeUploads()
  const aborter = new AbortController()
  const file = new File([new Uint8Array(FORM_BLOCK_BYTES + 5)], 'a.zip')
  const onHashed = () => aborter.abort()
  await expect(uploadToOwnEdge(UploadZip, file, { onHashed, signal: aborter.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(FakeUpload.last).toBeNull()
})

test('sends a file without a proof if the browser cannot store keys', async () => {
  vi.stubGlobal('isSecureContext', false)
  fakeUploads()
  const onHashed = vi.fn()
  const upload = uploadToOwnEdge(UploadZip, new File(['PK'], 'a.zip'), { onHashed })
  const { last } = await sent()
  expect([last.headers[PROOF_HEADER], onHashed.mock.calls]).toEqual([undefined, []])
  last.refuse('file.missing', {})
  await expect(upload).rejects.toMatchObject({ code: 'file.missing' })
})
