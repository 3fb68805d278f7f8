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
  SetFeatureCodes,
} from '@tessera/contract/wire'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call } from './api.ts'
import { errorText, getErrorTexts } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { setLanguage } from './i18n.ts'
import { getSession, sessionActions } from './session.ts'
import { fakeServer, logIn, on, testParty } from './testing.tsx'

const TWO_HOURS_MS = 7_200_000
const nothing = { records: [], total: 0, size: 10, current: 1, pages: 0 }

beforeEach(() => {
  sessionActions.end('logout')
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

test('what takes a list is sent a list', async () => {
  logIn()
  const server = fakeServer(on(SetFeatureCodes, () => null))
  await call(SetFeatureCodes, [{ id: 'f1', code: 1 }])
  await call(SetFeatureCodes, [])
  expect(server.calls.map(({ input }) => input)).toEqual([[{ id: 'f1', code: 1 }], []])
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

test('many calls at once share one token, and one fresh one when it is refused', async () => {
  logIn()
  let [issued, refused] = [0, 0]
  const allRefused = Promise.withResolvers<void>()
  const server = fakeServer(
    on(GetEdgeToken, async () => {
      issued += 1
      const token = `edge-${issued}`
      if (issued > 1) await allRefused.promise
      return { token, expiresInSeconds: 600 }
    }),
    on(ListGrants, (_input, { headers }) => {
      if (headers.get('x-access-token') !== 'edge-1') return []
      refused += 1
      if (refused === 8) allRefused.resolve()
      throw new AppError('edge.token-refused')
    }),
  )
  await Promise.all(Array.from({ length: 8 }, () => call(ListGrants)))
  expect(issued).toBe(2)
  expect(server.calls.filter(({ path }) => path === '/grants')).toHaveLength(16)
})

test('a page that stays open gets a fresh token a minute before the old one ends', async () => {
  logIn()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let issued = 0
  const server = fakeServer(
    on(GetEdgeToken, () => ({ token: `edge-${++issued}`, expiresInSeconds: 600 })),
    on(ListGrants, () => []),
  )
  const shown = async (afterSeconds: number) => {
    vi.setSystemTime(Date.now() + afterSeconds * 1_000)
    await call(ListGrants)
    return server.calls.at(-1)?.headers.get('x-access-token')
  }
  expect([await shown(0), await shown(539), await shown(2), await shown(3_600)]).toEqual([
    'edge-1',
    'edge-1',
    'edge-2',
    'edge-3',
  ])
})

test.each([
  ['edge.token-required', 2],
  ['edge.token-refused', 2],
  // No fresh token sets a clock right: a user has a thousand an hour.
  ['edge.clock-behind', 1],
] as const)('an edge that answers %s and goes on doing so is asked with %i tokens', async (code, tokens) => {
  logIn()
  const server = fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ListGrants, () => {
      throw new AppError(code)
    }),
  )
  await expect(call(ListGrants)).rejects.toMatchObject({ code })
  expect(server.calls.filter(({ path }) => path === GetEdgeToken.path)).toHaveLength(tokens)
  expect(server.calls.filter(({ path }) => path === '/grants')).toHaveLength(tokens)
})

test('a token that comes over a slow line is not taken for younger than it is', async () => {
  logIn()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let issued = 0
  fakeServer(
    on(GetEdgeToken, () => {
      vi.setSystemTime(Date.now() + 90_000)
      return { token: `edge-${++issued}`, expiresInSeconds: 600 }
    }),
    on(ListGrants, () => []),
  )
  await call(ListGrants)
  vi.setSystemTime(Date.now() + 460_000)
  await call(ListGrants)
  expect(issued).toBe(2)
})

test('a token that could not be fetched is asked for again', async () => {
  logIn()
  let tries = 0
  fakeServer(
    on(GetEdgeToken, () => {
      tries += 1
      if (tries === 1) throw new AppError('request.too-many')
      return { token: 'edge', expiresInSeconds: 600 }
    }),
    on(ListGrants, () => []),
  )
  await expect(call(ListGrants)).rejects.toMatchObject({ code: 'request.too-many' })
  await expect(call(ListGrants)).resolves.toEqual([])
})

test('what edge and platform both answer goes to the platform, also of a party with an edge', async () => {
  logIn()
  const server = fakeServer(
    on(GetEdgeToken, () => ({ token: 'e', expiresInSeconds: 600 })),
    on(ListInferences, () => nothing),
  )
  await call(ListInferences)
  logIn({ party: testParty({ edgeUrl: null }) })
  await call(ListInferences)
  const hosts = server.calls.filter(({ path }) => path === ListInferences.path).map(({ url }) => new URL(url).host)
  expect(hosts).toEqual(['console.test', 'console.test'])
})

test('a call goes for the party it began for, although another is chosen on the way', async () => {
  logIn()
  const other = testParty({ id: '1002', edgeUrl: 'http://127.0.0.1:9102' })
  const server = fakeServer(
    on(GetEdgeToken, ({ partyId }) => {
      sessionActions.chooseParty(other)
      return { token: `edge-of-${partyId}`, expiresInSeconds: 600 }
    }),
    on(ListGrants, () => []),
  )
  await call(ListGrants)
  const [, atEdge] = server.calls
  expect(atEdge?.url).toBe('http://127.0.0.1:9101/grants')
  expect(atEdge?.headers.get('x-access-token')).toBe('edge-of-1001')
  expect(atEdge?.headers.get('tenant-id')).toBe('1001')
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

test('nothing more is asked for a session that ran out, but what logging in again needs', async () => {
  logIn()
  sessionActions.end('expired')
  const { calls } = fakeServer(
    on(GetCaptcha, () => 'data:'),
    on(ListMyTasks, () => nothing),
  )
  await expect(call(ListMyTasks)).rejects.toMatchObject({ code: 'client.session-ended', status: 401 })
  await call(GetCaptcha, { key: '7' })
  await call(ListMyTasks, {}, { token: 'newer' })
  expect(calls.map(({ path }) => path)).toEqual([GetCaptcha.path, ListMyTasks.path])
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

describe('why an edge did not answer', () => {
  const silent = () =>
    on(CheckHealth, () => {
      throw new TypeError('Failed to fetch')
    })
  const edgeIs = (state: 'up' | 'down') => on(ListFailingSoftware, () => (state === 'up' ? [] : ['edge' as const]))
  const at = (edgeUrl: string) => logIn({ party: testParty({ edgeUrl }) })
  const mayReachNetwork = (state: PermissionState) =>
    vi.stubGlobal('navigator', {
      permissions: {
        query: async ({ name }: { name: string }) => {
          if (name !== 'local-network-access') throw new TypeError('unknown permission')
          return { state }
        },
      },
    })

  test('the browser keeps this page from the local network', async () => {
    at('http://10.0.0.4:8081')
    fakeServer(silent(), edgeIs('up'))
    mayReachNetwork('denied')
    await expect(call(CheckHealth)).rejects.toMatchObject({
      code: 'client.edge-local-network',
      params: { edge: 'http://10.0.0.4:8081' },
    })
    mayReachNetwork('granted')
    await expect(call(CheckHealth)).rejects.toMatchObject({ code: 'client.edge-unreachable' })
  })

  test('it runs, on https: its certificate is not trusted', async () => {
    at('https://edge.renhe.cn')
    fakeServer(silent(), edgeIs('up'))
    await expect(call(CheckHealth)).rejects.toMatchObject({
      code: 'client.edge-certificate',
      params: { edge: 'https://edge.renhe.cn' },
    })
  })

  test('it is on http and the page on https', async () => {
    at('http://10.0.0.4:8081')
    fakeServer(silent(), edgeIs('up'))
    vi.stubGlobal('location', { ...location, protocol: 'https:' })
    await expect(call(CheckHealth)).rejects.toMatchObject({ code: 'client.edge-mixed-content' })
  })

  test('another service, or an older one, answers there', async () => {
    at('http://10.0.0.4:8081')
    const notFound = { success: false, code: 404, message: 'No such route', result: null, timestamp: 0 }
    vi.stubGlobal('fetch', async () => Response.json({ ...notFound, error: 'route.not-found' }, { status: 404 }))
    await expect(call(CheckHealth)).rejects.toMatchObject({
      code: 'client.edge-404',
      params: { edge: 'http://10.0.0.4:8081' },
    })
  })
})

test.each([
  ['with a session', true, 'client.session-ended'],
  ['without one', false, 'client.login-required'],
])('401 from a proxy before the platform, %s', async (_who, hasSession, code) => {
  if (hasSession) logIn()
  vi.stubGlobal('fetch', async () => new Response('<html>Unauthorized</html>', { status: 401 }))
  await expect(call(ListNotifications)).rejects.toMatchObject({ code, status: 401 })
  expect(getSession().token).toBeNull()
})

describe('how long a call may take', () => {
  const never = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  afterEach(() => {
    apiSettings.timeoutMs = TWO_HOURS_MS
    vi.restoreAllMocks()
  })

  test('two hours unless set otherwise', async () => {
    logIn()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    fakeServer(on(ListMyTasks, () => nothing))
    await call(ListMyTasks)
    expect(timeout).toHaveBeenCalledWith(TWO_HOURS_MS)
  })

  test('after that it is said', async () => {
    logIn()
    apiSettings.timeoutMs = 20
    vi.stubGlobal('fetch', never)
    await expect(call(ListMyTasks)).rejects.toMatchObject({ code: 'client.timeout' })
  })
})

test('prefix and time are set when the console is built', async () => {
  // Files share their modules: what is built here is for this test alone.
  onTestFinished(() => void vi.resetModules())
  expect((await import('./api-settings.ts')).apiSettings).toEqual({ prefix: '/jeecg-boot', timeoutMs: TWO_HOURS_MS })
  vi.stubEnv('VITE_API_PREFIX', '/tessera')
  vi.stubEnv('VITE_API_TIMEOUT_MS', '5000')
  vi.resetModules()
  const { apiSettings: built } = await import('./api-settings.ts')
  const { call: callBuilt } = await import('./api.ts')
  vi.unstubAllEnvs()
  expect(built).toEqual({ prefix: '/tessera', timeoutMs: 5000 })

  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ success: true, code: 200, message: '', result: 'data:', timestamp: 0 })
  })
  await callBuilt(GetCaptcha, { key: '7' })
  expect(asked).toEqual(['/tessera/sys/randomImage/7'])
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

test('an unforeseen error of a server is shown with its request number, in both languages', async () => {
  logIn()
  const params = { requestId: '3f09c2a1b7' }
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { success: false, code: 500, message: 'm', result: null, timestamp: 0, error: 'request.failed', params },
      { status: 500 },
    ),
  )
  const error = await call(ListMyTasks).catch((thrown: unknown) => thrown)
  for (const language of ['en', 'cn'] as const)
    expect(errorText(language, error, getErrorTexts())).toContain('3f09c2a1b7')
})
