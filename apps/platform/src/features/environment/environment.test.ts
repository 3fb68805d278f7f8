import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import {
  type DatasetMetadata,
  type EdgeToPlatform,
  type EnrolAnswer,
  LINK_AUDIENCE,
  LINK_MESSAGE_MAX_BYTES,
  LINK_PATHS,
  logHeadText,
  type PlatformToEdge,
} from '@tessera/contract'
import {
  CreateEdgeEnrolment,
  GetFirstSteps,
  GetParty,
  ListFailingHardware,
  ListFailingSoftware,
} from '@tessera/contract/wire'
import { eq, isNotNull } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { platformLogHead } from '../../lib/audit.ts'
import { HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { buildParty, call, describeOn, describeOnBoth, type TestParty, type World } from '../../testing/index.ts'
import { startFakeFlower } from '../run/fake-flower.ts'
import { buildEdge } from '../task/test-world.ts'
import { continues } from './heartbeat.ts'
import { commandEdge, isOnline, readEdge } from './index.ts'
import { keepNodesRegistered } from './register-nodes.ts'
import { sightOf } from './sight.ts'
import { edges } from './table.ts'

const newKeys = () => ({
  link: generateKeyPairSync('ed25519'),
  node: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
})
type Keys = ReturnType<typeof newKeys>
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string

function enrolment(code: string, keys = newKeys(), edgeUrl = 'http://127.0.0.1:8081') {
  return { code, edgeUrl, linkPublicKey: pem(keys.link.publicKey), nodePublicKey: pem(keys.node.publicKey) }
}
const enrol = async (w: World, payload: object) => {
  const response = await w.app.inject({ method: 'POST', url: LINK_PATHS.enrol, payload })
  return response.json() as EnrolAnswer & { error?: string }
}

async function enrolled(w: World, party?: TestParty) {
  const of = party ?? (await buildParty(w))
  const keys = newKeys()
  const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: of.admin, party: of })).result
  const answer = await enrol(w, enrolment(code, keys))
  return { party: of, keys, code, answer }
}

async function token(w: World, partyId: string, keys: Keys, fields: { aud?: string; life?: number } = {}) {
  const now = Math.floor(w.clock.now().getTime() / 1_000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(`edge:${partyId}`)
    .setSubject(`edge:${partyId}`)
    .setAudience(fields.aud ?? LINK_AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + (fields.life ?? 60))
    .sign(keys.link.privateKey)
}

async function connect(w: World, bearer: string) {
  const heard: PlatformToEdge[] = []
  let wake = () => {}
  const onInit = (socket: WebSocket) =>
    socket.on('message', (data) => {
      heard.push(JSON.parse(String(data)))
      wake()
    })
  const headers = { authorization: `Bearer ${bearer}` }
  const socket = await w.app.injectWS(LINK_PATHS.socket, { headers } as never, { onInit })
  return {
    socket,
    say: (message: EdgeToPlatform) => socket.send(JSON.stringify(message)),
    async hear<K extends PlatformToEdge['kind']>(kind: K): Promise<Extract<PlatformToEdge, { kind: K }>> {
      for (;;) {
        const at = heard.findIndex((message) => message.kind === kind)
        if (at >= 0) return heard.splice(at, 1)[0] as never
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

const ALL_OK = { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok' } as const
const heartbeat = (fields: object = {}): EdgeToPlatform => ({
  kind: 'heartbeat',
  components: ALL_OK,
  conditions: [],
  logHead: { seq: 1, hash: 'a'.repeat(64) },
  countersigned: null,
  ...fields,
})
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const told = { lastSeen: new Date(10_000), awaitedSince: null, components: ALL_OK, conditions: [] }
test.each([
  ['just heard of', told, 10_000, true],
  ['heard of within three heartbeats', told, 15_999, true],
  ['silent for three heartbeats', told, 16_000, false],
  ['awaited after our restart', { ...told, awaitedSince: new Date(50_000) }, 59_000, true],
  ['awaited in vain', { ...told, awaitedSince: new Date(50_000) }, 60_000, false],
  ['never there', undefined, 0, false],
])('an edge %s', (_how, edge, now, online) => {
  expect(sightOf(edge, new Date(now))).toMatchObject({ isOnline: online, isReady: online })
})

test.each([
  [null, 5, true],
  [{ seq: 4, hash: 'x' }, 5, true],
  [{ seq: 5, hash: 'x' }, 5, false],
  [{ seq: 5, hash: 'y' }, 5, true],
  [{ seq: 6, hash: 'y' }, 5, false],
])('a log head after %o', (before, seq, is) => {
  expect(continues(before, { seq, hash: 'y' })).toBe(is)
})

describeOnBoth('enrolment', (world) => {
  test("an administrator's code lets one edge join, once", async () => {
    const w = world()
    const { party, code, answer } = await enrolled(w)
    expect(answer).toMatchObject({
      partyId: party.partyId,
      partyName: party.name,
      consoleOrigin: 'http://127.0.0.1:8080',
      fleetAddress: '127.0.0.1:8084',
      signer: { userId: party.admin.userId, username: party.admin.username },
      prefix: '/jeecg-boot',
    })
    expect(answer.keys.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519' })
    expect(answer.fleetAuthority).toContain('BEGIN CERTIFICATE')
    expect((await enrol(w, enrolment(code))).error).toBe('edge.enrolment-invalid')
    const seen = (await call(w, GetParty, { partyId: party.partyId }, { user: party.member, party })).result
    expect(seen.edgeUrl).toBe('http://127.0.0.1:8081')
  })

  test('a newer code voids the one before; an hour ends it', async () => {
    const w = world()
    const party = await buildParty(w)
    const as = { user: party.admin, party }
    const make = async () => (await call(w, CreateEdgeEnrolment, {}, as)).result.code
    const [first, second] = [await make(), await make()]
    expect((await enrol(w, enrolment(first))).error).toBe('edge.enrolment-invalid')
    w.clock.advance(HOUR_MS)
    expect((await enrol(w, enrolment(second))).error).toBe('edge.enrolment-invalid')
    expect((await enrol(w, enrolment(await make()))).error).toBeUndefined()
  })

  test.each([
    ['another kind of link key', { linkPublicKey: pem(newKeys().node.publicKey) }],
    ['another kind of node key', { nodePublicKey: pem(newKeys().link.publicKey) }],
    ['a private key', { linkPublicKey: newKeys().link.privateKey.export({ type: 'pkcs8', format: 'pem' }) }],
    ['plain http from elsewhere', { edgeUrl: 'http://10.0.0.5:8081' }],
    ['no address', { edgeUrl: 'file:///etc/passwd' }],
  ])('refuses %s, and the code stays good', async (_what, wrong) => {
    const w = world()
    const party = await buildParty(w)
    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
    expect((await enrol(w, { ...enrolment(code), ...wrong })).error).toBe('request.malformed')
    expect((await enrol(w, enrolment(code))).error).toBeUndefined()
  })

  test('a node key is one party’s only, however it is spelled; the same party may enrol with it again', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const other = await buildParty(w)
    const codeFor = async (of: TestParty) =>
      (await call(w, CreateEdgeEnrolment, {}, { user: of.admin, party: of })).result.code
    const respelled = pem(keys.node.publicKey).replaceAll('\n', '\r\n')
    const taken = { ...enrolment(await codeFor(other)), nodePublicKey: respelled }
    expect((await enrol(w, taken)).error).toBe('edge.node-key-taken')
    const again = { ...enrolment(await codeFor(party)), nodePublicKey: respelled }
    expect((await enrol(w, again)).error).toBeUndefined()
  })

  test('ordinary members and other parties make no code', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    expect((await call(w, CreateEdgeEnrolment, {}, { user: party.member, party })).error).toBe('party.admin-only')
    expect((await call(w, CreateEdgeEnrolment, {}, { user: other.admin, party })).error).toBe('party.not-member')
  })
})

describeOn('embedded', 'admission', (world) => {
  test('a key the SuperLink refuses holds up nobody else’s', async () => {
    const w = world()
    const flower = await startFakeFlower(w.settings.DATA_DIR)
    const [first, twin, third] = [await buildParty(w), await buildParty(w), await buildParty(w)]
    const [one, other] = [pem(newKeys().node.publicKey), pem(newKeys().node.publicKey)]
    await buildEdge(w, first, { nodePublicKey: one })
    await buildEdge(w, twin, { nodePublicKey: one })
    await buildEdge(w, third, { nodePublicKey: other })
    const stop = keepNodesRegistered(w.deps)
    await vi.waitFor(
      async () => {
        const rows = await w.db.select().from(edges).where(isNotNull(edges.nodeId))
        expect(rows.map(({ partyId }) => partyId).sort()).toEqual([first.partyId, third.partyId].sort())
      },
      { timeout: 10_000 },
    )
    await stop()
    await flower.close()
  })
})

describeOnBoth('the link', (world) => {
  test('heartbeats make the environment ready; silence makes it lost', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const as = { user: party.member, party }
    const failing = async () => (await call(w, ListFailingSoftware, {}, as)).result
    expect(await failing()).toHaveLength(4)
    const link = await connect(w, await token(w, party.partyId, keys))
    link.say(heartbeat({ components: { ...ALL_OK, runner: 'failed' }, conditions: ['DiskPressure'] }))
    await until(() => isOnline(w.deps, party.partyId))
    expect(await failing()).toEqual(['runner'])
    expect((await call(w, ListFailingHardware, {}, as)).result).toEqual(['DiskPressure'])
    expect((await call(w, GetFirstSteps, {}, as)).result).toMatchObject({ isDeployed: 0, hasInvited: 1 })

    link.say(heartbeat({ logHead: { seq: 2, hash: 'b'.repeat(64) } }))
    await until(async () => (await readEdge(w.deps, party.partyId)).isReady)
    expect(await failing()).toEqual([])
    expect((await call(w, GetFirstSteps, {}, as)).result).toMatchObject({ isDeployed: 1 })
    link.socket.terminate()
    w.clock.advance(6 * SECOND_MS)
    expect(await isOnline(w.deps, party.partyId)).toBe(false)
    expect((await call(w, ListFailingHardware, {}, as)).result).toEqual(['NetworkUnavailable'])
  })

  test('both sides countersign the other log, and a rewound log is noticed', async () => {
    const w = world()
    const { party, keys, answer } = await enrolled(w)
    const head = { seq: 3, hash: 'c'.repeat(64) }
    const first = await connect(w, await token(w, party.partyId, keys))
    const { logHead } = await first.hear('welcome')
    expect(logHead).toEqual(await platformLogHead(w.db))
    const signature = sign(null, Buffer.from(logHeadText(logHead)), keys.link.privateKey).toString('base64url')
    first.say(heartbeat({ logHead: head, countersigned: { head: logHead, signature } }))
    const row = async () => (await w.db.select().from(edges).where(eq(edges.partyId, party.partyId)))[0]
    await until(async () => Boolean((await row())?.countersigned))

    const second = await connect(w, await token(w, party.partyId, keys))
    const { countersigned } = await second.hear('welcome')
    const key = { key: answer.keys.keys[0] as never, format: 'jwk' } as const
    const proof = Buffer.from(countersigned?.signature ?? '', 'base64url')
    expect(countersigned?.head).toEqual(head)
    expect(verify(null, Buffer.from(logHeadText(head)), key as never, proof)).toBe(true)
    second.say(heartbeat({ logHead: { seq: 2, hash: 'd'.repeat(64) } }))
    await until(async () => (await row())?.hasRewoundLog === true)
    second.socket.terminate()
  })

  test('commands reach the edge of their party only; a newer link replaces the older', async () => {
    const w = world()
    const [one, two] = [await enrolled(w), await enrolled(w)]
    const link = await connect(w, await token(w, one.party.partyId, one.keys))
    const other = await connect(w, await token(w, two.party.partyId, two.keys))
    await Promise.all([link.hear('welcome'), other.hear('welcome')])
    await commandEdge(w.deps, two.party.partyId, { kind: 'stop-run', runId: 'theirs' })
    await commandEdge(w.deps, one.party.partyId, { kind: 'stop-run', runId: 'mine' })
    expect(await link.hear('stop-run')).toEqual({ kind: 'stop-run', runId: 'mine' })
    expect(await other.hear('stop-run')).toEqual({ kind: 'stop-run', runId: 'theirs' })

    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    const newer = await connect(w, await token(w, one.party.partyId, one.keys))
    expect(await closed).toBe(4409)
    newer.socket.terminate()
    other.socket.terminate()
  })

  test('tells of a table with thousands of columns', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const link = await connect(w, await token(w, party.partyId, keys))
    const columns = Array.from({ length: 5_000 }, (_, n) => `${'测量值'.repeat(12)} ${n}`)
    const dataset: DatasetMetadata = {
      ...{ id: newId(), name: 'wide', description: '', sizeBytes: 1 },
      ...({ contentType: 'tabular', sharing: 'party' } as const),
      ...{ rowCount: 40, tableName: 'wide', columns, createdByUserId: party.admin.userId, orgCode: 'A01' },
      columnTypes: Object.fromEntries(columns.map((column) => [column, 'number' as const])),
      ...{ createTime: w.clock.now().toISOString(), taskId: null, parentId: null, deleted: false },
    }
    link.say({ kind: 'report', id: 1, report: { kind: 'dataset', dataset } })
    expect(await link.hear('acknowledge')).toEqual({ kind: 'acknowledge', id: 1, error: null })
    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    link.socket.send('x'.repeat(LINK_MESSAGE_MAX_BYTES + 1))
    expect(await closed).toBe(1009)
  })

  test('a report that is no report is refused by its number; noise ends the link', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const link = await connect(w, await token(w, party.partyId, keys))
    link.socket.send(JSON.stringify({ kind: 'report', id: 9, report: { kind: 'unheard-of' } }))
    expect(await link.hear('acknowledge')).toEqual({ kind: 'acknowledge', id: 9, error: 'request.malformed' })
    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    link.socket.send('noise')
    expect(await closed).toBe(1008)
  })

  test('nobody else opens it', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const stranger = newKeys()
    const refused = async (bearer: string) => expect(connect(w, bearer)).rejects.toThrow('401')
    await refused('')
    await refused(party.admin.token)
    await refused(await token(w, party.partyId, stranger))
    await refused(await token(w, party.partyId, keys, { aud: 'edge:1' }))
    const old = await token(w, party.partyId, keys, { life: 3_600 })
    w.clock.advance(70 * SECOND_MS)
    await refused(old)
    const good = await token(w, party.partyId, keys)
    const replaced = await enrolled(w, party)
    await refused(good)
    const fresh = await connect(w, await token(w, party.partyId, replaced.keys))
    fresh.socket.terminate()
  })
})
