import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Endpoint } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../testing/fake-platform.ts'
import { buildWorld, peopleCsv, until, type World } from '../testing/world.ts'

let world: World
let tableName: string
beforeAll(async () => {
  world = await buildWorld()
  tableName = (await world.dataSet(peopleCsv(5), 'Rows')).tableName
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers })
const rows = (token: string, headers: Record<string, string> = {}) =>
  get(`/listOfMeta?tableName=${tableName}`, { 'x-access-token': token, ...headers })
const seconds = () => Math.floor(Date.now() / 1_000)

test('a token of this edge opens it, under the prefix too', async () => {
  const token = await world.fake.edgeToken()
  expect((await rows(token)).json().success).toBe(true)
  expect((await rows(token, { 'tenant-id': '1001' })).json().success).toBe(true)
  expect((await get(`/jeecg-boot/listOfMeta?tableName=${tableName}`, { 'x-access-token': token })).json().success).toBe(
    true,
  )
})

test.each([
  ["another edge's token", () => world.fake.edgeToken({}, { aud: 'edge:1002' })],
  ["another party's member", () => world.fake.edgeToken({ partyId: '1002' }, { aud: 'edge:1001' })],
  ['a session token', () => world.fake.edgeToken({}, { aud: 'session' })],
  ['an expired token', () => world.fake.edgeToken({}, { iat: seconds() - 700, exp: seconds() - 100 })],
  [
    'a token signed by somebody else',
    () => world.fake.edgeToken({}, { key: generateKeyPairSync('ed25519').privateKey }),
  ],
  ['a token that does not say who', () => world.fake.edgeToken({ role: 'owner' as never })],
  ['a token for one path', () => world.fake.edgeToken({ path: 'listOfMeta' })],
  ['nonsense', async () => 'abc.def.ghi'],
])('refuses %s', async (_what, token) => {
  const answer = await rows(await token())
  expect(answer.statusCode).toBe(401)
  expect(answer.json().error).toBe('edge.token-refused')
})

const isEndpoint = (one: unknown): one is Endpoint => one instanceof Object && 'server' in one && 'access' in one
const guarded = (Object.values(wire) as unknown[])
  .filter(isEndpoint)
  .filter(({ server, access }) => server !== 'platform' && access !== 'open')
const stranger = () => ({ key: generateKeyPairSync('ed25519').privateKey })
/** Good on the platform or for another edge, or once good here. */
const badTokens: [string, string, () => Promise<string | undefined>][] = [
  ['no token', 'edge.token-required', async () => undefined],
  ["a session's token", 'edge.token-refused', async () => randomBytes(32).toString('base64url')],
  ["another edge's token", 'edge.token-refused', () => world.fake.edgeToken({ partyId: '1002' })],
  [
    "another party's member",
    'edge.token-refused',
    () => world.fake.edgeToken({ partyId: '1002' }, { aud: 'edge:1001' }),
  ],
  ['a token for the platform', 'edge.token-refused', () => world.fake.edgeToken({}, { aud: 'platform' })],
  [
    'an expired token',
    'edge.token-refused',
    () => world.fake.edgeToken({}, { iat: seconds() - 700, exp: seconds() - 100 }),
  ],
  ['a token signed by another platform', 'edge.token-refused', () => world.fake.edgeToken({}, stranger())],
  ['a token for one path', 'edge.token-refused', () => world.fake.edgeToken({ path: '/results/other.csv' })],
]
/** Everything that can be asked of an edge but its health, asked for what is there. */
function askAll(token: string | undefined) {
  const names = { tableName, taskId: 'task-1', id: 'grant-1', datasetId: 'd', dataId: 'd', inferenceId: 'i' }
  const raw = [
    ...guarded.map(({ method, path }) => ({ method, path })),
    { method: 'GET' as const, path: '/results/:file' },
  ]
  return Promise.all(
    raw.map(async ({ method, path }) => {
      const url = path.replaceAll(/:(\w+)/g, (_all, name) => names[name as 'id'] ?? 'a.csv')
      const asked = method === 'GET' || method === 'DELETE' ? { query: names } : { payload: names }
      const headers = token === undefined ? {} : { 'x-access-token': token }
      const answer = await world.app.inject({ method, url, headers, ...asked })
      return { what: `${method} ${path}`, status: answer.statusCode, body: answer.json() }
    }),
  )
}
const kept = () => {
  const tables = world.db.prepare("select name from sqlite_master where type = 'table'").all()
  return [world.log.head, ...tables.map(({ name }) => world.db.prepare(`select * from ${name}`).all())]
}

test.each(badTokens)('%s gets nothing from any call, and changes nothing', async (_what, code, token) => {
  const before = kept()
  for (const { what, status, body } of await askAll(await token())) {
    expect({ what, status, error: body.error, result: body.result }).toEqual({
      what,
      status: 401,
      error: code,
      result: null,
    })
  }
  expect(kept()).toEqual(before)
})

test('each of these calls is there, and open to a token of this edge', async () => {
  const answers = await askAll(await world.fake.edgeToken())
  expect(answers.length).toBeGreaterThan(15)
  for (const { what, status, body } of answers) {
    expect({ what, isRefused: status === 401 }).toEqual({ what, isRefused: false })
    expect(body.error, what).not.toBe('route.not-found')
  }
})

test('refuses a caller who acts for another party, and one without a token', async () => {
  expect((await rows(await world.fake.edgeToken(), { 'tenant-id': '1002' })).json().error).toBe('edge.token-refused')
  expect((await get(`/listOfMeta?tableName=${tableName}`)).json().error).toBe('edge.token-required')
  const inQuery = await get(`/listOfMeta?tableName=${tableName}&token=${await world.fake.edgeToken()}`)
  expect(inQuery.json().error).toBe('edge.token-required')
})

test('health is open to all', async () => {
  const health = await get('/healthz')
  expect(health.statusCode).toBe(200)
  expect(health.json()).toMatchObject({ success: true, result: { status: 'ok' } })
})

test('a token in a link opens exactly its path', async () => {
  const file = (token: string, name = 'a.csv') => get(`/results/${name}?token=${token}`)
  const right = await world.fake.edgeToken({ path: '/results/a.csv' })
  expect((await file(right)).json().error).toBe('inference.not-found')
  expect((await file(right, 'b.csv')).json().error).toBe('edge.token-refused')
  expect((await file(await world.fake.edgeToken())).json().error).toBe('edge.token-refused')
})

test("only the console's page may read answers", async () => {
  const preflight = (origin: string) =>
    world.app.inject({
      method: 'OPTIONS',
      url: '/listOfMeta',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-private-network': 'true' },
    })
  const console_ = await preflight(world.fake.consoleOrigin)
  expect(console_.headers).toMatchObject({
    'access-control-allow-origin': world.fake.consoleOrigin,
    'access-control-allow-private-network': 'true',
  })
  expect(console_.headers['access-control-allow-credentials']).toBeUndefined()
  expect((await preflight('http://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
})

test('while the platform is away, a token seen before still reads for an hour, and never signs', async () => {
  await world.connect()
  const known = await world.fake.edgeToken(person('alice'))
  const unknown = await world.fake.edgeToken(person('bob'))
  expect((await rows(known)).json().success).toBe(true)

  world.clock.skewMs = 20 * 60_000
  expect((await rows(known)).json().error).toBe('edge.token-refused')
  await world.fake.goAway()
  await until(() => !world.link.isConnected)

  expect((await rows(known)).json().success).toBe(true)
  expect((await rows(unknown)).json().error).toBe('edge.token-refused')
  await expect(world.call(wire.ListGrants, {}, { token: known })).rejects.toMatchObject({ code: 'edge.token-refused' })
  world.clock.skewMs = 61 * 60_000
  expect((await rows(known)).json().error).toBe('edge.token-refused')
  world.clock.skewMs = 0
  await expect(world.call(wire.ListRows, { tableName }, { token: unknown })).resolves.toMatchObject({ total: 5 })
})
