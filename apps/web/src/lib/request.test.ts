import { AppError } from '@tessera/contract'
import {
  CheckHealth,
  GetCaptcha,
  GetEdgeToken,
  GetTask,
  JoinTask,
  ListFailingSoftware,
  ListGrants,
  ListInferences,
  ListMyTasks,
  ListNotifications,
} from '@tessera/contract/wire'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { setLanguage } from './i18n.ts'
import { forgetEdgeTokens } from './request.ts'
import { getSession, sessionActions } from './session.ts'
import { fakeServer, logIn, on, testParty } from './testing.tsx'

const nothing = { records: [], total: 0, size: 10, current: 1, pages: 0 }

beforeEach(() => {
  sessionActions.end('logout')
  forgetEdgeTokens()
  setLanguage('cn')
})

test('carries token, party and language, and wire names in a form', async () => {
  logIn()
  const server = fakeServer(
    on(JoinTask, () => {
      throw new AppError('task.private')
    }),
  )
  await expect(call(JoinTask, { taskId: 't1', note: 'hello' })).rejects.toMatchObject({ code: 'task.private' })
  const [asked] = server.calls
  expect(asked?.input).toEqual({ taskId: 't1', note: 'hello' })
  expect(asked?.headers.get('x-access-token')).toBe('session-token')
  expect(asked?.headers.get('tenant-id')).toBe('1001')
  expect(asked?.headers.get('accept-language')).toBe('zh-CN')
})

test('a tourist is party 0; nobody sends neither token nor party', async () => {
  logIn({ party: null, role: 'tourist' })
  const server = fakeServer(
    on(ListMyTasks, () => nothing),
    on(GetCaptcha, () => 'data:'),
  )
  await call(ListMyTasks)
  sessionActions.end('logout')
  await call(GetCaptcha, { key: '7' })
  expect(server.calls[0]?.headers.get('tenant-id')).toBe('0')
  expect(server.calls[1]?.headers.has('tenant-id')).toBe(false)
  expect(server.calls[1]?.headers.has('x-access-token')).toBe(false)
  expect(server.calls[1]?.url).toMatch(/\/jeecg-boot\/sys\/randomImage\/7$/)
})

test('the session token never reaches an edge; an edge token is fetched once and kept', async () => {
  logIn()
  const server = fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ListGrants, () => []),
  )
  await call(ListGrants)
  await call(ListGrants, { taskId: 't1' })
  const atEdge = server.calls.filter(({ path }) => path === '/grants')
  expect(server.calls.filter(({ path }) => path === GetEdgeToken.path)).toHaveLength(1)
  expect(atEdge.map(({ headers }) => headers.get('x-access-token'))).toEqual(['edge-token', 'edge-token'])
  expect(atEdge[1]?.url).toBe('http://127.0.0.1:9101/grants?taskId=t1')
})

test('an edge token that is refused is fetched anew, once', async () => {
  logIn()
  let fresh = 0
  const server = fakeServer(
    on(GetEdgeToken, () => ({ token: `edge-${++fresh}`, expiresInSeconds: 600 })),
    on(ListGrants, (_input, { headers }) => {
      if (headers.get('x-access-token') === 'edge-1') throw new AppError('edge.token-refused')
      return []
    }),
  )
  await expect(call(ListGrants)).resolves.toEqual([])
  expect(server.calls).toHaveLength(4)
  expect(getSession().token).toBe('session-token')
})

test('what both serve goes to the edge if there is one, and to the platform when asked to', async () => {
  logIn()
  const server = fakeServer(
    on(GetEdgeToken, () => ({ token: 'e', expiresInSeconds: 600 })),
    on(ListInferences, () => nothing),
  )
  await call(ListInferences)
  await call(ListInferences, {}, { at: 'platform' })
  logIn({ party: testParty({ edgeUrl: null }) })
  await call(ListInferences)
  const hosts = server.calls.filter(({ path }) => path === ListInferences.path).map(({ url }) => new URL(url).host)
  expect(hosts).toEqual(['127.0.0.1:9101', 'console.test', 'console.test'])
})

test('a party without an edge is told so', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer()
  await expect(call(ListGrants)).rejects.toMatchObject({ code: 'client.edge-none' })
})

test('401 ends the session and says why', async () => {
  logIn()
  fakeServer(
    on(GetTask, () => {
      throw new AppError('session.expired')
    }),
  )
  await expect(call(GetTask, { taskId: 't' })).rejects.toMatchObject({ code: 'session.expired', status: 401 })
  expect(getSession()).toMatchObject({ token: null, endReason: 'expired' })
})

test('a late 401 of an older session leaves the newer one alone', async () => {
  logIn()
  fakeServer(
    on(GetTask, () => {
      sessionActions.start('newer-token', { id: 'u2', username: 'bob', displayName: 'Bob', avatar: null })
      throw new AppError('session.expired')
    }),
  )
  await expect(call(GetTask, { taskId: 't' })).rejects.toMatchObject({ status: 401 })
  expect(getSession().token).toBe('newer-token')
})

test('a silent platform, a silent edge whose heartbeat is known, and an answer that is not ours', async () => {
  logIn()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(call(ListNotifications)).rejects.toMatchObject({ code: 'client.no-response' })

  const answered = fakeServer(
    on(GetEdgeToken, () => ({ token: 'e', expiresInSeconds: 600 })),
    on(ListFailingSoftware, () => ['edge' as const]),
    on(CheckHealth, () => {
      throw new TypeError('Failed to fetch')
    }),
  )
  await expect(call(CheckHealth)).rejects.toMatchObject({
    code: 'client.edge-down',
    params: { edge: 'http://127.0.0.1:9101' },
  })
  expect(answered.calls.at(-1)?.path).toBe(ListFailingSoftware.path)

  vi.stubGlobal('fetch', async () => new Response('<html>Bad Gateway</html>', { status: 502 }))
  await expect(call(ListNotifications)).rejects.toMatchObject({ code: 'client.unreadable', status: 502 })
})

test('what the contract does not allow is not let into the page', async () => {
  logIn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, code: 200, message: '', result: { records: 'no' }, timestamp: 0 }),
  )
  await expect(call(ListMyTasks)).rejects.toMatchObject({ code: 'client.unreadable' })
})

test('a cancelled call stays a cancelled call', async () => {
  logIn()
  const controller = new AbortController()
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    controller.abort()
    return Promise.reject(signal?.reason)
  })
  await expect(call(ListMyTasks, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
})
