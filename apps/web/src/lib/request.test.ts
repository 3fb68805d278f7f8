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
import { fakeServer, logIn, on, testParty } from '../testing/world.tsx'
import { call } from './api.ts'
import { errorText, getErrorTexts } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { setLanguage } from './i18n.ts'
import { getSession, sessionActions } from './session.ts'

const TWO_HOURS_MS = 7_200_000
const nothing = { records: [], total: 0, size: 10, current: 1, pages: 0 }

beforeEach(() => {
  sessionActions.end('logout')
  setLanguage('cn')
})

test('sends token, party and language, and encodes the input with the names of the wire format', {
  meta: { spec: 'calls.request-headers' },
}, async () => {
  logIn()
  const server = fakeServer(
    on(JoinTask, () => {
      throw new AppError('task.private')
    }),
  )
  await expect(call(JoinTask, { taskId: 't1', note: 'hello' })).rejects.toMatchObject({ code: 'task.private' })
  const [sent] = server.calls
  expect(sent?.input).toEqual({ taskId: 't1', note: 'hello' })
  expect(sent?.headers.get('x-access-token')).toBe('session-token')
  expect(sent?.headers.get('tenant-id')).toBe('1001')
  expect(sent?.headers.get('accept-language')).toBe('zh-CN')
})

test('sends a list as the body of a call whose input is a list', async () => {
  logIn()
  const server = fakeServer(on(SetFeatureCodes, () => null))
  await call(SetFeatureCodes, [{ id: 'f1', code: 1 }])
  await call(SetFeatureCodes, [])
  expect(server.calls.map(({ input }) => input)).toEqual([[{ id: 'f1', code: 1 }], []])
})

test('sends party 0 for a guest, and neither token nor party without a user', {
  meta: { spec: 'states.tourist-mode' },
}, async () => {
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

test('never sends the session token to an edge, and fetches the edge token only once', {
  meta: { spec: 'calls.party-upload-url' },
}, async () => {
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

test('fetches another edge token once after the edge refused the first', async () => {
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

test('concurrent calls share one edge token, and one replacement after a refusal', {
  meta: { spec: 'roles.edge-token-lifetime' },
}, async () => {
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

test('fetches a new edge token one minute before the old one expires', {
  meta: { spec: 'roles.edge-token-lifetime' },
}, async () => {
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
  // Does not fetch a new token, because it would not correct the clock, and a user can get only 1,000 tokens an hour.
  ['edge.clock-behind', 1],
] as const)(
  'gives up on an edge that keeps answering %s after %i tokens',
  { meta: { spec: 'roles.edge-token-lifetime' } },
  async (code, tokens) => {
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
  },
)

test('counts the lifetime of an edge token from its request, because connections can be slow', async () => {
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

test('requests an edge token again after a request failed', async () => {
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

test('sends calls that edge and platform both serve to the platform, even if the party has an edge', {
  meta: { claim: 'row-access.misdirected-console-calls' },
}, async () => {
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

test('sends a call for the party that was chosen when it began, even if the user switches', async () => {
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

test('reports an error for a call to the edge if the party has none', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer()
  await expect(call(ListGrants)).rejects.toMatchObject({ code: 'client.edge-none' })
})

test('ends the session on a response 401, and stores the reason', {
  meta: { spec: 'errors.session-expired' },
}, async () => {
  logIn()
  fakeServer(
    on(GetTask, () => {
      throw new AppError('session.expired')
    }),
  )
  await expect(call(GetTask, { taskId: 't' })).rejects.toMatchObject({ code: 'session.expired', status: 401 })
  expect(getSession()).toMatchObject({ token: null, endReason: 'expired' })
})

test('sends only the calls that the log-in needs after the session has expired', async () => {
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

test('ignores a late response 401 to a call of an earlier session', async () => {
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

test('distinguishes a platform that does not answer, an edge that does not answer, and an invalid answer', {
  meta: { spec: 'errors.no-response' },
}, async () => {
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

describe('diagnosis of an edge that does not answer', () => {
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

  test('reports that the browser denies access to the local network', async () => {
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

  test('reports an untrusted certificate if the edge is running and has an https address', async () => {
    at('https://edge.renhe.cn')
    fakeServer(silent(), edgeIs('up'))
    await expect(call(CheckHealth)).rejects.toMatchObject({
      code: 'client.edge-certificate',
      params: { edge: 'https://edge.renhe.cn' },
    })
  })

  test('reports mixed content if the edge has an http address and the page https', async () => {
    at('http://10.0.0.4:8081')
    fakeServer(silent(), edgeIs('up'))
    vi.stubGlobal('location', { ...location, protocol: 'https:' })
    await expect(call(CheckHealth)).rejects.toMatchObject({ code: 'client.edge-mixed-content' })
  })

  test('reports another or older service at the address of the edge', async () => {
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
  ['without a session', false, 'client.login-required'],
])('reports a response 401 of a proxy before the platform, %s', async (_who, hasSession, code) => {
  if (hasSession) logIn()
  vi.stubGlobal('fetch', async () => new Response('<html>Unauthorized</html>', { status: 401 }))
  await expect(call(ListNotifications)).rejects.toMatchObject({ code, status: 401 })
  expect(getSession().token).toBeNull()
})

describe('timeout of a call', () => {
  const never = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  afterEach(() => {
    apiSettings.timeoutMs = TWO_HOURS_MS
    vi.restoreAllMocks()
  })

  test('the timeout of a call is two hours by default', { meta: { spec: 'calls.request-headers' } }, async () => {
    logIn()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    fakeServer(on(ListMyTasks, () => nothing))
    await call(ListMyTasks)
    expect(timeout).toHaveBeenCalledWith(TWO_HOURS_MS)
  })

  test('a call that times out results in an error', async () => {
    logIn()
    apiSettings.timeoutMs = 20
    vi.stubGlobal('fetch', never)
    await expect(call(ListMyTasks)).rejects.toMatchObject({ code: 'client.timeout' })
  })
})

test('reads path prefix and timeout from the build’s settings', {
  meta: { spec: 'calls.request-headers' },
}, async () => {
  // Tests of a file share their modules. Only this test uses the rebuilt modules.
  onTestFinished(() => void vi.resetModules())
  expect((await import('./api-settings.ts')).apiSettings).toEqual({ prefix: '/jeecg-boot', timeoutMs: TWO_HOURS_MS })
  vi.stubEnv('VITE_API_PREFIX', '/tessera')
  vi.stubEnv('VITE_API_TIMEOUT_MS', '5000')
  vi.resetModules()
  const { apiSettings: built } = await import('./api-settings.ts')
  const { call: callBuilt } = await import('./api.ts')
  vi.unstubAllEnvs()
  expect(built).toEqual({ prefix: '/tessera', timeoutMs: 5000 })

  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return Response.json({ success: true, code: 200, message: '', result: 'data:', timestamp: 0 })
  })
  await callBuilt(GetCaptcha, { key: '7' })
  expect(urls).toEqual(['/tessera/sys/randomImage/7'])
})

test('throws an error for a response that violates the contract', async () => {
  logIn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, code: 200, message: '', result: { records: 'no' }, timestamp: 0 }),
  )
  await expect(call(ListMyTasks)).rejects.toMatchObject({ code: 'client.unreadable' })
})

test('throws an AbortError for a cancelled call', async () => {
  logIn()
  const controller = new AbortController()
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    controller.abort()
    return Promise.reject(signal?.reason)
  })
  await expect(call(ListMyTasks, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('shows the request number with an unexpected server error, in both languages', async () => {
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
