import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EDGE_SESSION, MACHINE_KEY_DAYS, type MachineKey, type Proof, type SigningAct } from '@tessera/contract'
import { accessOf, findRoute } from '@tessera/contract/rights'
import {
  AddEdgeMember,
  AddMachineKey,
  AddPasskey,
  ChangeEdgeMember,
  GetEdgeSession,
  GetHeldDataset,
  GetPasskeyOptions,
  GetSigning,
  ListRows,
  MakeSigningChallenge,
  OpenEdgeSession,
  OpenMachineSession,
  RemoveEdgeMember,
  ResetEdgeMember,
  SetSigningPin,
} from '@tessera/contract/wire'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Authenticator } from '../../testing/authenticator.ts'
import { Browser } from '../../testing/browser.ts'
import { person } from '../../testing/fake-platform.ts'
import { loggerInto } from '../../testing/logger.ts'
import { buildWorld, PIN, peopleCsv, type World } from '../../testing/world.ts'
import { resetByOperator } from './reset.ts'
import { offerFirstFactors } from './set-up.ts'

const DAY = 24 * 3_600_000
const ORIGIN = 'http://localhost:1'
const EXAMPLE = fileURLToPath(new URL('../../../../../docs/examples/list-rows.mjs', import.meta.url))
const proof: Proof = { pin: PIN }
const signer = person('dora')

let world: World
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora'] })
})
afterAll(() => world.close())

let count = 0
/** Adds a program with its own key to the list of members. */
async function program({ department = '', days = 30 } = {}) {
  const username = `nightly ${++count}`
  const machine = new Browser(world.now)
  const publicKey = await keyOf(machine)
  const { endTime } = await world.call(AddMachineKey, { username, department, days, publicKey, proof }, signer)
  return { username, machine, publicKey, endTime }
}
async function keyOf(machine: Browser): Promise<MachineKey> {
  const { kty, crv, x, y } = await machine.publicKey()
  return { kty, crv, x, y } as MachineKey
}
const open = (machine: Browser) => world.call(OpenMachineSession, {}, machine)
const own = (machine: Browser) => world.call(GetEdgeSession, {}, machine)
const opened = () => world.decisions('session-opened').at(-1)?.data ?? {}

test('lets a program log in with the key that a signer added and read what is shared with it, and logs it', {
  meta: { spec: 'roles.edge-program-keys' },
}, async () => {
  const { datasetId, tableName } = await world.dataSet(peopleCsv(9), 'Shared')
  const { username, machine, endTime } = await program()
  expect(world.decisions('member-added').at(-1)?.data).toMatchObject({
    username,
    role: 'reader',
    by: 'dora',
    factor: 'pin',
    until: expect.stringContaining(endTime.toISOString().slice(0, 19)),
  })
  expect(await open(machine)).toMatchObject({ username, role: 'reader' })
  const { sessionId } = opened()
  expect(opened()).toEqual({ sessionId, username, factor: 'machine-key' })
  expect(await world.call(GetHeldDataset, { datasetId }, machine)).toMatchObject({ tableName })
  expect((await world.call(ListRows, { tableName }, machine)).total).toBe(9)
  expect(world.decisions('read').at(-1)?.data).toMatchObject({ userId: `edge:${username}`, sessionId })
  const listed = (await world.call(GetSigning, {}, signer)).members.find((one) => one.username === username)
  expect(listed).toMatchObject({ machineEnd: endTime, hasPin: false, addedBy: 'dora' })
})

test('shows a program the data that its department shares, and no other data', async () => {
  const of = person('olga', { orgCode: 'A01' })
  const { machine } = await program({ department: 'A01' })
  await open(machine)
  const shared = await world.dataSet(peopleCsv(9), 'Of a department', of, { sharing: 'department' })
  expect((await world.call(ListRows, { tableName: shared.tableName }, machine)).total).toBe(9)
  const alone = await world.dataSet(peopleCsv(9), 'Of one person', of, { sharing: 'person' })
  await expect(world.call(ListRows, { tableName: alone.tableName }, machine)).rejects.toMatchObject({
    code: 'dataset.not-allowed',
  })
})

test('lets a program with its key only read', {
  meta: { spec: 'roles.edge-program-keys', claim: 'sessions.program-key-writes' },
}, async () => {
  const { machine } = await program()
  await open(machine)
  await world.app.ready()
  const urls: string[] = []
  for (const { method, url } of world.routes.filter((route) => route.method !== 'HEAD')) {
    const row = findRoute(method, url)
    // The prediction file opens only with tokens, so it is not tested here.
    if (!row || accessOf(row.need) === 'open' || row.takesMachine || url.startsWith('/results')) continue
    urls.push(url)
    const headers = await machine.headers(method, url)
    const response = await world.app.inject({ method: method as 'GET', url, headers })
    expect([url, response.json().error]).toEqual([url, 'edge.machine-reads-only'])
  }
  expect(urls.length).toBeGreaterThan(30)
})

test('refuses the next call with a key once a signer has removed the key', {
  meta: { claim: 'sessions.revoked-program-key' },
}, async () => {
  const { username, machine } = await program()
  await open(machine)
  await world.call(RemoveEdgeMember, { username, proof }, signer)
  expect(await own(machine)).toBeNull()
  expect(world.decisions('session-ended').at(-1)?.data).toMatchObject({ username, because: 'removed' })
  await expect(open(machine)).rejects.toMatchObject({ code: 'edge.machine-unknown' })
})

test("ends a session when the program's key expires, and opens none with an expired key", {
  meta: { claim: 'sessions.revoked-program-key' },
}, async () => {
  const { username, machine, endTime } = await program({ days: 1 })
  try {
    world.clock.skewMs = DAY - 3_600_000
    expect((await open(machine)).endTime).toEqual(endTime)
    // The session is used in the meantime, so that it does not end for lack of use.
    for (const minutes of [40, 20]) {
      world.clock.skewMs = DAY - minutes * 60_000
      expect(await own(machine)).toMatchObject({ username })
    }
    world.clock.skewMs = DAY + 1_000
    expect(await own(machine)).toBeNull()
    expect(world.decisions('session-ended').at(-1)?.data).toMatchObject({ username, because: 'over' })
    const date = endTime.toISOString().slice(0, 10)
    await expect(open(machine)).rejects.toMatchObject({ code: 'edge.machine-over', params: { name: username, date } })
  } finally {
    world.clock.skewMs = 0
  }
})

test("limits a program's session to the same duration as a member's", async () => {
  const { machine } = await program({ days: MACHINE_KEY_DAYS.most })
  const { openTime, endTime } = await open(machine)
  expect(endTime.getTime() - openTime.getTime()).toBe(EDGE_SESSION.hours * 3_600_000)
})

test('opens no session with a key that no signer added, or with a proof that contains no key', async () => {
  await expect(open(new Browser())).rejects.toMatchObject({ code: 'edge.machine-unknown' })
  await expect(world.call(OpenMachineSession, {}, signer)).rejects.toMatchObject({ code: 'edge.proof-refused' })
})

test.each([
  ['a reader', person('rita'), {}, 'grant.not-signer'],
  [
    'a user who is not on the list, whom the platform calls an administrator',
    person('adam', { role: 'admin' }),
    {},
    'grant.not-signer',
  ],
  ['a signer with a wrong PIN', signer, { proof: { pin: '000000' } }, 'signing.pin-wrong'],
  ['a signer, for longer than a year', signer, { days: MACHINE_KEY_DAYS.most + 1 }, 'request.malformed'],
  ['a signer, under the name of a member', signer, { username: 'dora' }, 'signing.already-member'],
  ['a signer, with coordinates that are not a key', signer, { publicKey: { y: 'A'.repeat(43) } }, 'request.malformed'],
  ['a signer, with the private key', signer, { publicKey: { d: 'A'.repeat(43) } }, 'request.malformed'],
] as const)(
  "refuses to add a program's key when %s requests it",
  { meta: { claim: 'sessions.unauthorized-program-key' } },
  async (_who, as, more, code) => {
    if (as.username === 'rita') await joined('rita')
    const publicKey = { ...(await keyOf(new Browser())), ...('publicKey' in more ? more.publicKey : {}) }
    const payload = { username: `other ${++count}`, department: '', days: 30, proof, ...more, publicKey }
    const headers = { 'x-access-token': await world.fake.edgeToken(as) }
    const response = await world.app.inject({ method: 'POST', url: AddMachineKey.path, headers, payload })
    expect(response.json().error).toBe(code)
  },
)

async function joined(username: string) {
  const member = { username, displayName: '', role: 'reader', department: '', proof } as const
  const { code } = await world.call(AddEdgeMember, member, signer)
  await world.call(SetSigningPin, { pin: PIN, proof: { code } }, person(username))
}

test("adds a key only at the request of the edge's own pages, and accepts each key for one program only", {
  meta: { claim: 'sessions.unauthorized-program-key' },
}, async () => {
  const { publicKey } = await program()
  const again = { username: 'again', department: '', days: 30, publicKey, proof }
  await expect(world.call(AddMachineKey, again, signer)).rejects.toMatchObject({ code: 'request.malformed' })
  const response = await world.app.inject({
    method: 'POST',
    url: AddMachineKey.path,
    payload: again,
    headers: { 'x-access-token': await world.fake.edgeToken(signer), origin: world.fake.consoleOrigin },
  })
  expect(response.json().error).toBe('signing.own-page-only')
})

test("accepts, for a new key, only a passkey's signature of exactly that key", {
  meta: { claim: 'sessions.passkey-other-program-key' },
}, async () => {
  const key = new Authenticator('localhost')
  const { challenge } = await world.call(GetPasskeyOptions, {}, signer)
  const registration = key.register({ origin: ORIGIN, challenge })
  await world.call(AddPasskey, { registration, proof }, signer)
  const [username, publicKey] = ['by passkey', await keyOf(new Browser())]
  const answered = async (keyId: string) => {
    const act: SigningAct = { kind: 'add-machine', username, department: '', days: 30, keyId }
    const options = await world.call(MakeSigningChallenge, { act }, signer)
    return { passkey: key.answer({ origin: ORIGIN, challenge: String(options.challenge) }) }
  }
  const add = async (keyId: string) =>
    world.call(AddMachineKey, { username, department: '', days: 30, publicKey, proof: await answered(keyId) }, signer)
  await expect(add('of another key')).rejects.toMatchObject({ code: 'signing.passkey-refused' })
  await add(await calculateJwkThumbprint(publicKey))
  expect(world.decisions('member-added').at(-1)?.data).toMatchObject({ username, factor: 'passkey' })
})

test('gives a program neither PIN nor code, and accepts no token for it', {
  meta: { claim: 'sessions.program-token-or-pin' },
}, async () => {
  const { username } = await program()
  const refused = { code: 'signing.machine-as-made', params: { username } }
  await expect(world.call(ResetEdgeMember, { username, proof }, signer)).rejects.toMatchObject(refused)
  const place = { username, role: 'signer', department: '', proof } as const
  await expect(world.call(ChangeEdgeMember, place, signer)).rejects.toMatchObject(refused)
  const { db, log, deps, now } = world
  expect(
    await resetByOperator({ db, log, secrets: deps.grant.secrets, now }, { username, mayAdd: true, by: 'root' }),
  ).toBe(undefined)
  const lines: string[] = []
  await offerFirstFactors({ ...deps.grant, logger: loggerInto(lines) }, { firstPin: undefined, page: '' })
  expect(lines.filter((line) => line.includes(username))).toEqual([])
  expect(await world.call(GetSigning, {}, person(username))).toMatchObject({ isMember: false })
  await expect(world.call(OpenEdgeSession, { username, proof }, new Browser())).rejects.toMatchObject({
    code: 'edge.session-unknown',
  })
})

test('lists all rows of a dataset with the script from the docs and the key file that a signer received', {
  meta: { spec: 'roles.edge-program-keys' },
}, async () => {
  const { datasetId } = await world.dataSet(peopleCsv(430), 'For the script')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  const { d: _secret, ...publicKey } = key
  const username = 'the script'
  await world.call(
    AddMachineKey,
    { username, department: '', days: 1, publicKey: publicKey as MachineKey, proof },
    signer,
  )
  const file = join(world.dataDir, 'key.json')
  writeFileSync(file, JSON.stringify({ edge: `http://127.0.0.1:${port}`, key }))
  const script = (...args: string[]) =>
    new Promise<{ out: string; err: string; status: number | null }>((resolve) => {
      const child = spawn(process.execPath, [EXAMPLE, ...args])
      const texts = { out: '', err: '' }
      child.stdout.on('data', (text) => {
        texts.out += text
      })
      child.stderr.on('data', (text) => {
        texts.err += text
      })
      child.on('close', (status) => resolve({ ...texts, status }))
    })
  const { out, err, status } = await script(file, datasetId)
  expect([err, status]).toEqual(['', 0])
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toHaveLength(430)
  expect(rows[0]).toMatchObject({ age: 20, sex: 'm', ill: 'yes' })
  expect(world.decisions('session-ended').at(-1)?.data).toMatchObject({ username, because: 'logged-out' })
  await world.call(RemoveEdgeMember, { username, proof }, signer)
  expect((await script(file, datasetId)).err).toContain('This edge does not know this key')
})
