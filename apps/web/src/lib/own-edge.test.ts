import { PROOF_HEADER } from '@tessera/contract'
import { GetEdgeSession } from '@tessera/contract/wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteClock } from './browser-key.ts'
import { callOwnEdge, enterAs } from './own-edge.ts'

const HOUR_MS = 3_600_000

/** As much of a browser's storage as one key needs; `isOpen`: whether it gives or takes anything. */
function fakeStorage() {
  const state = { isOpen: true, key: undefined as unknown }
  const request = (result: () => unknown) => {
    const asked = { result: undefined as unknown, error: new Error('no storage'), onsuccess() {}, onerror() {} }
    queueMicrotask(() => {
      if (!state.isOpen) return asked.onerror()
      asked.result = result()
      asked.onsuccess()
    })
    return asked
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

/** An edge whose clock is an hour ahead: it takes no proof that is a minute from its own time. */
function edgeAhead() {
  const made: number[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const [, claims = ''] = (headers[PROOF_HEADER] ?? '').split('.')
    const { iat } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
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

test('a key that could not be had is asked for again, and a proof that was refused is made anew by the edge’s clock', async () => {
  const storage = fakeStorage()
  const made = edgeAhead()
  storage.isOpen = false
  await expect(callOwnEdge(GetEdgeSession)).rejects.toThrow('no storage')
  storage.isOpen = true
  expect(await callOwnEdge(GetEdgeSession)).toBeNull()
  expect(made).toHaveLength(2)
  expect((made[1] ?? 0) - (made[0] ?? 0)).toBeGreaterThan(3_000)
})

test('a proof that is refused again is no reason to go on asking', async () => {
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
