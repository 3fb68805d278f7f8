import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@tessera/contract'
import { findRoute } from '@tessera/contract/rights'
import * as wire from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../testing/fake-platform.ts'
import { buildWorld, peopleCsv, until, type World, zipOf } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers })
/** Address of the party's tickets, as the console requests them. */
const TICKETS = '/grants?taskId=t1'
const listTickets = (token: string, headers: Record<string, string> = {}) =>
  get(TICKETS, { 'x-access-token': token, ...headers })
const seconds = () => Math.floor(Date.now() / 1_000)

test('accepts a token for this edge, also on routes with the path prefix', async () => {
  const token = await world.fake.edgeToken()
  expect((await listTickets(token)).json().success).toBe(true)
  expect((await listTickets(token, { 'tenant-id': '1001' })).json().success).toBe(true)
  expect((await get(`/jeecg-boot${TICKETS}`, { 'x-access-token': token })).json().success).toBe(true)
})

test.each([
  ["another edge's token", () => world.fake.edgeToken({}, { aud: 'edge:1002' })],
  ["another party's member", () => world.fake.edgeToken({ partyId: '1002' }, { aud: 'edge:1001' })],
  ['a session token', () => world.fake.edgeToken({}, { aud: 'session' })],
  ['an expired token', () => world.fake.edgeToken({}, { iat: seconds() - 700, exp: seconds() - 100 })],
  [
    'a token signed with another key',
    () => world.fake.edgeToken({}, { key: generateKeyPairSync('ed25519').privateKey }),
  ],
  ['a token without a user', () => world.fake.edgeToken({ role: 'owner' as never })],
  ['nonsense', async () => 'abc.def.ghi'],
])('refuses a token %s', async (_what, token) => {
  const answer = await listTickets(await token())
  expect(answer.statusCode).toBe(401)
  expect(answer.json().error).toBe('edge.token-refused')
})

const isEndpoint = (one: unknown): one is Endpoint => one instanceof Object && 'server' in one && 'access' in one
const guarded = (Object.values(wire) as unknown[])
  .filter(isEndpoint)
  .filter(({ server, access }) => server !== 'platform' && access !== 'open')
  // These routes require a session, so no token is valid for them; see `session.test.ts`.
  .filter(({ method, path }) => !findRoute(method, path)?.takesSession)
const stranger = () => ({ key: generateKeyPairSync('ed25519').privateKey })
/** Tokens that are valid for the platform or for another edge, or that have expired. */
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
]
/** Calls every route of an edge except the health check, with ids of existing objects. */
function askAll(token: string | undefined) {
  const names = { tableName: 'd', taskId: 'task-1', id: 'grant-1', datasetId: 'd', dataId: 'd', inferenceId: 'i' }
  return Promise.all(
    guarded.map(async ({ method, path }) => {
      const url = path.replaceAll(/:(\w+)/g, (_all, name) => names[name as 'id'] ?? 'a.csv')
      const input = method === 'GET' || method === 'DELETE' ? { query: names } : { payload: names }
      const headers = token === undefined ? {} : { 'x-access-token': token }
      const answer = await world.app.inject({ method, url, headers, ...input })
      return { what: `${method} ${path}`, status: answer.statusCode, body: answer.json() }
    }),
  )
}
const storedFiles = () => {
  const tables = world.db.prepare("select name from sqlite_master where type = 'table'").all()
  return [world.log.head, ...tables.map(({ name }) => world.db.prepare(`select * from ${name}`).all())]
}

test.each(badTokens)(
  'refuses %s in every call without changing anything',
  { meta: { spec: 'roles.edge-token-party' } },
  async (_what, code, token) => {
    const before = storedFiles()
    for (const { what, status, body } of await askAll(await token())) {
      expect({ what, status, error: body.error, result: body.result }).toEqual({
        what,
        status: 401,
        error: code,
        result: null,
      })
    }
    expect(storedFiles()).toEqual(before)
  },
)

test('serves each of these calls for a token of this edge', async () => {
  const answers = await askAll(await world.fake.edgeToken())
  expect(answers.length).toBeGreaterThan(15)
  for (const { what, status, body } of answers) {
    expect({ what, isRefused: status === 401 }).toEqual({ what, isRefused: false })
    expect(body.error, what).not.toBe('route.not-found')
  }
})

test('refuses a caller who acts for another party, and a caller without a token', {
  meta: { spec: 'roles.edge-token-party' },
}, async () => {
  expect((await listTickets(await world.fake.edgeToken(), { 'tenant-id': '1002' })).json().error).toBe(
    'edge.token-refused',
  )
  expect((await get(TICKETS)).json().error).toBe('edge.token-required')
  const inQuery = await get(`${TICKETS}&token=${await world.fake.edgeToken()}`)
  expect(inQuery.json().error).toBe('edge.token-required')
})

test('serves its health check without a token', { meta: { spec: 'calls.healthz' } }, async () => {
  const health = await get('/healthz')
  expect(health.statusCode).toBe(200)
  expect(health.json()).toMatchObject({ success: true, result: { status: 'ok' } })
})

test('refuses a token that is part of a URL', async () => {
  for (const path of ['/results/a.csv', TICKETS]) {
    const token = await world.fake.edgeToken()
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}token=${token}`)
    expect(answer.json().error).toMatch(/^edge\.(session|token)-required$/)
  }
})

test("lets only pages of the console's origin read responses", async () => {
  const preflight = (origin: string) =>
    world.app.inject({
      method: 'OPTIONS',
      url: TICKETS,
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

const TEN_YEARS = 10 * 365 * 86_400

test("accepts a token for only ten minutes, even if the platform's key signed it for ten years", {
  meta: { spec: 'roles.edge-token-lifetime' },
}, async () => {
  const iat = seconds()
  const minted = await world.fake.edgeToken({ tokenId: 'nowhere' }, { iat, exp: iat + TEN_YEARS })
  expect((await listTickets(minted)).json().success).toBe(true)
  for (const [seconds, isTaken] of [
    [600, true],
    [601, false],
    [TEN_YEARS / 2, false],
  ] as const) {
    world.clock.skewMs = (iat + seconds) * 1_000 - Date.now()
    const answer = await listTickets(minted)
    expect({ seconds, isTaken: answer.json().success }).toEqual({ seconds, isTaken })
    if (!isTaken) expect(answer.json().error).toBe('edge.token-refused')
  }
  world.clock.skewMs = 0
})

test.each([
  ['from the future', 'edge.clock-behind', () => ({ iat: seconds() + 180, exp: seconds() + TEN_YEARS })],
  ['without an issue time', 'edge.token-refused', () => ({ iat: undefined, exp: seconds() + 60 })],
  ['whose issue time is a text', 'edge.token-refused', () => ({ iat: 'today', exp: seconds() + 60 })],
  ['without an id', 'edge.token-refused', () => ({ jti: undefined })],
  ['older than ten minutes', 'edge.token-refused', () => ({ iat: seconds() - 602, exp: seconds() + 60 })],
])('refuses a token %s', async (_what, code, more) => {
  const token = await world.fake.edgeToken({}, more() as never)
  expect((await listTickets(token)).json()).toMatchObject({ success: false, error: code })
})

test('refuses a token from its expiry time on, and applies the clock tolerance only to tokens from the future', async () => {
  const exp = seconds() - 1
  expect((await listTickets(await world.fake.edgeToken({}, { exp }))).json().error).toBe('edge.token-refused')
})

test('tolerates a clock difference of a few seconds between platform and edge', async () => {
  const iat = seconds() + 3
  expect((await listTickets(await world.fake.edgeToken({}, { iat }))).json().success).toBe(true)
})

test('accepts a token for ten minutes and no longer while the platform is offline', {
  meta: { spec: 'roles.edge-token-lifetime' },
}, async () => {
  await world.connect()
  const token = await world.fake.edgeToken(person('alice'))
  expect((await listTickets(token)).json().success).toBe(true)
  await world.fake.goAway()
  await until(() => !world.link.isConnected)
  expect((await listTickets(token)).json().success).toBe(true)
  world.clock.skewMs = 20 * 60_000
  expect((await listTickets(token)).json().error).toBe('edge.token-refused')
  world.clock.skewMs = 0
})

test('completes an upload that began before its token expired, and requires a new token for the next call', {
  meta: { spec: 'roles.edge-token-lifetime' },
}, async () => {
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const token = await world.fake.edgeToken()
  const zip = await zipOf({ 'table.csv': peopleCsv(5) })
  const [head, tail] = [
    '--x\r\nContent-Disposition: form-data; name="file"; filename="t.zip"\r\nContent-Type: application/zip\r\n\r\n',
    '\r\n--x--\r\n',
  ]
  const headers = { 'x-access-token': token, 'content-type': 'multipart/form-data; boundary=x' }
  const call = request(`${url}${wire.UploadZip.path}`, { method: 'POST', headers })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  call.write(head)
  call.write(zip.subarray(0, 20))
  await until(() => readdirSync(world.dataDir, { recursive: true }).some((name) => String(name).startsWith('tmp/')))
  world.clock.skewMs = 20 * 60_000
  call.write(zip.subarray(20))
  call.end(tail)
  const [response] = await answered
  const draft = JSON.parse(await text(response)).result
  expect(draft).toMatchObject({ tableName: expect.any(String) })
  const save = { draftId: draft.draftId, name: 'Late', description: 'test', sharing: 'party' as const }
  await expect(world.call(wire.SaveDataset, save, { token })).rejects.toMatchObject({ code: 'edge.token-refused' })
  const renewed = await world.fake.edgeToken({}, { iat: Math.floor(world.now().getTime() / 1_000) })
  await expect(world.call(wire.SaveDataset, save, { token: renewed })).resolves.toMatchObject({
    datasetId: expect.any(String),
  })
  world.clock.skewMs = 0
})
