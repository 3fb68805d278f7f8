import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { join } from 'node:path'
import {
  type DatasetMetadata,
  type EdgeToPlatform,
  type EnrolAnswer,
  edgeSubject,
  HANDOVER_TYPE,
  LINK_AUDIENCE,
  LINK_CLOSED,
  LINK_MESSAGE_MAX_BYTES,
  LINK_PATHS,
  type LogHead,
  logHeadText,
  PLATFORM_LOG,
  type PlatformToEdge,
} from '@tessera/contract'
import {
  CreateEdgeEnrolment,
  GetEdge,
  GetEdgeCertificate,
  GetEdgeToken,
  GetFirstSteps,
  GetParty,
  ListFailingHardware,
  ListFailingSoftware,
  ListNotifications,
  RemoveMember,
  RevokeEdge,
  SetMemberRole,
} from '@tessera/contract/wire'
import { sha256, VERSION } from '@tessera/server'
import { openAuthority } from '@tessera/server/certificates'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { query } from '../../db/pool.ts'
import { listPlatformLog, platformLogHead } from '../../lib/audit.ts'
import { HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import { NO_OUTAGES } from '../../lib/database-watch.ts'
import { newId } from '../../lib/ids.ts'
import {
  addMember,
  buildParty,
  buildUser,
  call,
  describeOn,
  describeOnOne,
  type TestParty,
  type World,
} from '../../testing/index.ts'
import { ALGORITHM, buildEdge, buildTask } from '../../testing/task.ts'
import { parties } from '../party/table.ts'
import { startFakeFlower } from '../run/fake-flower.ts'
import { trainingRun } from '../run/table.ts'
import { presenceOf } from './edge-presence.ts'
import { commandEdge, isOnline, readEdge, revokeEdge, suspendParty } from './index.ts'
import { continues, listHeadsFor } from './log-heads.ts'
import { keepNodesRegistered } from './register-nodes.ts'
import { edgeEnrolments, edgeHeads, edges, headWitnesses } from './table.ts'
import { edgeWatch } from './watch-edges.ts'

const makeRoot = (w: World) =>
  openAuthority({ dir: join(w.settings.DATA_DIR, newId()), name: 'Root', host: 'edge.hospital.example' })

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

/** Enrols an edge. `before` are the keys of the previous edge, which signs the handover to the new edge. */
async function enrolled(w: World, party?: TestParty, before?: Keys) {
  const of = party ?? (await buildParty(w))
  const keys = newKeys()
  const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: of.admin, party: of })).result
  const word = before && (await handover(w, of.partyId, before, keys))
  const answer = await enrol(w, { ...enrolment(code, keys), handover: word })
  return { party: of, keys, code, answer }
}

async function trainedTogether(w: World, members: TestParty[]) {
  const { taskId } = await buildTask(w, { given: members })
  await w.db.insert(trainingRun).values({
    id: newId(),
    taskId,
    algorithmId: ALGORITHM,
    codeHash: 'code',
    startedByUserId: '',
    isReleased: true,
    plan: {
      taskId,
      algorithm: ALGORITHM,
      parameters: {},
      maxRounds: 3,
      parties: [],
      fewest: 2,
      seed: 'seed',
      data: { kind: 'table', columns: [{ name: 'age', kind: 'number' }] },
      target: null,
    },
    phase: 'completed',
    step: 'export',
    round: 3,
    rounds: 3,
    metrics: {},
    lastSeq: 0,
    waitingFor: [],
    parties: members.map(({ partyId, name }) => ({ partyId, name })) as never,
    createTime: w.clock.now(),
    startTime: w.clock.now(),
    endTime: w.clock.now(),
  })
}

/** Returns a handover that the party's edge signed with these keys, for the edge that enrols. */
function handover(
  w: World,
  partyId: string,
  by: Keys,
  to: Keys,
  { edgeUrl = 'http://127.0.0.1:8081', typ = HANDOVER_TYPE, ...more }: Record<string, string> = {},
  time = w.clock.now(),
) {
  const from = sha256(pem(by.link.publicKey))
  return new SignJWT({ partyId, from, to: sha256(pem(to.link.publicKey)), edgeUrl, ...more })
    .setProtectedHeader({ alg: 'EdDSA', typ })
    .setIssuedAt(time)
    .setExpirationTime(new Date(time.getTime() + 24 * HOUR_MS))
    .sign(by.link.privateKey)
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
  const received: PlatformToEdge[] = []
  let wake = () => {}
  const onInit = (socket: WebSocket) =>
    socket.on('message', (data) => {
      received.push(JSON.parse(String(data)))
      wake()
    })
  const headers = { authorization: `Bearer ${bearer}` }
  const socket = await w.app.injectWS(LINK_PATHS.socket, { headers } as never, { onInit })
  return {
    socket,
    say: (message: EdgeToPlatform) => socket.send(JSON.stringify(message)),
    async hear<K extends PlatformToEdge['kind']>(kind: K): Promise<Extract<PlatformToEdge, { kind: K }>> {
      for (;;) {
        const at = received.findIndex((message) => message.kind === kind)
        if (at >= 0) return received.splice(at, 1)[0] as never
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** Returns the error code that an edge receives if the platform refuses its connection. */
async function refusalOf(w: World, bearer: string): Promise<string | undefined> {
  const url = LINK_PATHS.task.replace(':taskId', 'any')
  const answer = await w.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })
  await expect(connect(w, bearer)).rejects.toThrow(String(answer.statusCode))
  return answer.json().error
}

const ALL_OK = { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok' } as const
const PARTS_OK = { books: 'ok', pages: 'ok' } as const
const heartbeat = (fields: object = {}): EdgeToPlatform => ({
  kind: 'heartbeat',
  components: ALL_OK,
  parts: PARTS_OK,
  conditions: [],
  confinement: 'on',
  installation: { version: VERSION, codes: [] },
  logHead: { seq: 1, hash: 'a'.repeat(64) },
  logSignature: '',
  countersigned: null,
  ...fields,
})
const until = (isSo: () => Promise<boolean>) => vi.waitFor(async () => expect(await isSo()).toBe(true))

const wellEdge = {
  lastSeen: new Date(10_000),
  awaitedSince: null,
  revokedTime: null,
  components: { ...ALL_OK, ...PARTS_OK },
  conditions: [],
  installation: null,
}
test.each([
  ['that just reported', wellEdge, 10_000, true],
  ['seen within three heartbeats', wellEdge, 15_999, true],
  ['silent for three heartbeats', wellEdge, 16_000, false],
  ['awaited after the platform’s restart', { ...wellEdge, awaitedSince: new Date(50_000) }, 59_000, true],
  ['awaited for too long', { ...wellEdge, awaitedSince: new Date(50_000) }, 60_000, false],
  ['revoked', { ...wellEdge, revokedTime: new Date(9_000) }, 10_000, false],
  ['that never enrolled', undefined, 0, false],
])('decides whether an edge counts as online: %s', (_how, edge, now, online) => {
  expect(presenceOf(edge, new Date(now), NO_OUTAGES)).toMatchObject({ isOnline: online, isReady: online })
})

test.each([
  ['online until an outage, with no time to return yet', 10_000, 50_000, 59_000, true],
  ['online until an outage, and not since', 10_000, 50_000, 60_000, false],
  ['silent for long before an outage', 17_000, 50_000, 51_000, false],
])('decides whether an edge counts as online after an outage: %s', (_how, from, to, now, online) => {
  const databaseWatch = { outageBefore: () => ({ from: new Date(from), to: new Date(to) }), hasDatabase: () => true }
  expect(presenceOf(wellEdge, new Date(now), databaseWatch)).toMatchObject({ isOnline: online, isReady: online })
})

test.each([
  [null, 5, true],
  [{ seq: 4, hash: 'x' }, 5, true],
  [{ seq: 5, hash: 'x' }, 5, false],
  [{ seq: 5, hash: 'y' }, 5, true],
  [{ seq: 6, hash: 'y' }, 5, false],
])('reports whether a log head continues the previous head %o', (before, seq, is) => {
  expect(continues(before, { seq, hash: 'y' })).toBe(is)
})

describeOnOne('enrolment', (world) => {
  test('lets one edge enrol with an administrator’s code, once', {
    meta: { spec: 'calls.edge-enrolment' },
  }, async () => {
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

  test('repeats the enrolment’s answer to an edge with the same keys if the answer was lost', async () => {
    const w = world()
    const { code, keys, answer } = await enrolled(w)
    const count = async () => (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.enrolled').length
    const before = await count()
    expect(await enrol(w, enrolment(code, keys))).toEqual(answer)
    expect(await count()).toBe(before)
    expect((await enrol(w, enrolment(code, { ...keys, node: newKeys().node }))).error).toBe('edge.enrolment-invalid')
    await revokeEdge(w.deps, answer.partyId, 'operator')
    expect((await enrol(w, enrolment(code, keys))).error).toBe('edge.enrolment-invalid')
  })

  test('refuses to replace another party’s edge, and does not use up the code', async () => {
    const w = world()
    const [{ party }, live] = [await enrolled(w), await enrolled(w)]
    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: live.party.admin, party: live.party })).result
    const wrong = { ...enrolment(code), partyId: party.partyId }
    expect((await enrol(w, wrong)).error).toBe('edge.enrolment-invalid')
    const [edge] = await w.db.select().from(edges).where(eq(edges.partyId, live.party.partyId))
    expect(edge?.linkPublicKey).toBe(pem(live.keys.link.publicKey))
    const keys = newKeys()
    const right = { ...enrolment(code, keys), handover: await handover(w, live.party.partyId, live.keys, keys) }
    expect((await enrol(w, { ...right, partyId: live.party.partyId })).error).toBeUndefined()
  })

  test('refuses to replace a party’s edge with an administrator’s code alone', {
    meta: { spec: 'roles.edge-replacement', claim: 'replacement.administrator-replaces-edge' },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const as = { user: party.admin, party }
    const { code } = (await call(w, CreateEdgeEnrolment, {}, as)).result
    const next = newKeys()
    const request = enrolment(code, next)
    expect(await enrol(w, request)).toMatchObject({
      error: 'edge.handover-needed',
      params: { key: sha256(pem(next.link.publicKey)), edgeUrl: 'http://127.0.0.1:8081' },
    })
    const [edge] = await w.db.select().from(edges).where(eq(edges.partyId, party.partyId))
    expect(edge?.linkPublicKey).toBe(pem(keys.link.publicKey))
    // The refusal did not use up the code. With a handover from the previous edge, the code is accepted, and the log
    // contains the handover as signed.
    const word = await handover(w, party.partyId, keys, next)
    expect((await enrol(w, { ...request, handover: word })).error).toBeUndefined()
    const [logged] = (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.enrolled').slice(-1)
    expect(logged?.data).toMatchObject({
      follows: sha256(pem(keys.link.publicKey)),
      followsKey: pem(keys.link.publicKey),
      handover: word,
    })
    // The handover is valid only for the successor that it names.
    const again = (await call(w, CreateEdgeEnrolment, {}, as)).result.code
    expect((await enrol(w, { ...enrolment(again, keys), handover: word })).error).toBe('edge.handover-refused')
  })

  test.each<[string, (w: World, partyId: string, by: Keys, to: Keys) => Promise<string>]>([
    ['for another key', (w, id, by) => handover(w, id, by, newKeys())],
    ['for another address', (w, id, by, to) => handover(w, id, by, to, { edgeUrl: 'http://127.0.0.1:9999' })],
    ['for another party', (w, _id, by, to) => handover(w, '999', by, to)],
    ['signed by another key', (w, id, _by, to) => handover(w, id, newKeys(), to)],
    ['that names an older key', (w, id, by, to) => handover(w, id, by, to, { from: 'ab'.repeat(32) })],
    ['that was signed for something else', (w, id, by, to) => handover(w, id, by, to, { typ: 'JWT' })],
    ['that is not a token', async () => 'abc.def.ghi'],
    [
      'that is too old',
      (w, id, by, to) => handover(w, id, by, to, {}, new Date(w.clock.now().getTime() - 24 * HOUR_MS - SECOND_MS)),
    ],
  ])(
    "refuses an edge's handover to its successor %s",
    { meta: { spec: 'roles.edge-replacement', claim: 'replacement.invalid-approval' } },
    async (_what, make) => {
      const w = world()
      const { party, keys } = await enrolled(w)
      const next = newKeys()
      const word = await make(w, party.partyId, keys, next)
      const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
      expect((await enrol(w, { ...enrolment(code, next), handover: word })).error).toBe('edge.handover-refused')
      const [edge] = await w.db.select().from(edges).where(eq(edges.partyId, party.partyId))
      expect(edge?.linkPublicKey).toBe(pem(keys.link.publicKey))
    },
  )

  test('notifies a party’s training partners if a new edge replaces a revoked edge without a handover', {
    meta: { spec: 'roles.edge-replacement', claim: 'replacement.revocation-first' },
  }, async () => {
    const w = world()
    const [{ party, keys }, partner, stranger] = [await enrolled(w), await buildParty(w), await buildParty(w)]
    await trainedTogether(w, [party, partner])
    const kinds = async (of: TestParty) =>
      (await call(w, ListNotifications, {}, { user: of.admin, party: of })).result.records.map(({ kind }) => kind)
    await revokeEdge(w.deps, party.partyId, party.admin.userId)
    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
    expect((await enrol(w, enrolment(code))).error).toBeUndefined()
    expect(await kinds(party)).toEqual(['edge.replaced', 'edge.revoked'])
    expect(await kinds(partner)).toEqual(['edge.replaced'])
    expect(await kinds(stranger)).toEqual([])
    const [logged] = (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.enrolled').slice(-1)
    expect(logged?.data).toMatchObject({ follows: sha256(pem(keys.link.publicKey)), afterRevocation: true })
  })

  test('voids the previous code when a newer one is created, and expires a code after an hour', async () => {
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

  test.each(['dismissed', 'removed'])('refuses an enrolment code whose creator was %s', async (what) => {
    const w = world()
    const party = await buildParty(w)
    const admin = await buildUser(w)
    await addMember(w, party.partyId, admin, 'admin')
    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: admin, party })).result
    const by = { user: party.admin, party }
    if (what === 'dismissed') await call(w, SetMemberRole, { userId: admin.userId, role: 'member' }, by)
    else await call(w, RemoveMember, { userId: admin.userId }, by)
    expect((await enrol(w, enrolment(code))).error).toBe('edge.enrolment-invalid')
  })

  test.each([
    ['another kind of link key', { linkPublicKey: pem(newKeys().node.publicKey) }],
    ['another kind of node key', { nodePublicKey: pem(newKeys().link.publicKey) }],
    ['a private key', { linkPublicKey: newKeys().link.privateKey.export({ type: 'pkcs8', format: 'pem' }) }],
    ['plain http from elsewhere', { edgeUrl: 'http://10.0.0.5:8081' }],
    ['an invalid address', { edgeUrl: 'file:///etc/passwd' }],
  ])('refuses an enrolment with %s, and does not use up its code', async (_what, wrong) => {
    const w = world()
    const party = await buildParty(w)
    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
    expect((await enrol(w, { ...enrolment(code), ...wrong })).error).toBe('request.malformed')
    expect((await enrol(w, enrolment(code))).error).toBeUndefined()
  })

  test('accepts a node key, in any encoding, for one party only; the same party may enrol with it again', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const other = await buildParty(w)
    const codeFor = async (of: TestParty) =>
      (await call(w, CreateEdgeEnrolment, {}, { user: of.admin, party: of })).result.code
    const respelled = pem(keys.node.publicKey).replaceAll('\n', '\r\n')
    const taken = { ...enrolment(await codeFor(other)), nodePublicKey: respelled }
    expect((await enrol(w, taken)).error).toBe('edge.node-key-taken')
    const next = newKeys()
    const word = await handover(w, party.partyId, keys, next)
    const again = { ...enrolment(await codeFor(party), next), nodePublicKey: respelled, handover: word }
    expect((await enrol(w, again)).error).toBeUndefined()
  })

  test('refuses to create a code for ordinary members and for members of other parties', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    expect((await call(w, CreateEdgeEnrolment, {}, { user: party.member, party })).error).toBe('party.admin-only')
    expect((await call(w, CreateEdgeEnrolment, {}, { user: other.admin, party })).error).toBe('party.not-member')
  })
})

describeOn('embedded', 'admission', (world) => {
  test('registers at a restarted SuperLink only the keys that are missing there, so that no key is refused and each keeps its node', async () => {
    const w = world()
    const flower = await startFakeFlower(w.settings.DATA_DIR)
    const { party, keys } = await enrolled(w)
    const node = () => flower.nodes.get(pem(keys.node.publicKey))
    const noted = async () => (await w.db.select().from(edges).where(eq(edges.partyId, party.partyId)))[0]?.nodeId
    for (const _start of ['of the platform', 'of the fleet']) {
      await w.db.update(edges).set({ nodeId: null })
      const stop = keepNodesRegistered(w.deps)
      await vi.waitFor(async () => expect(await noted()).toBe(String(node()?.nodeId)))
      await w.db.update(edges).set({ nodeId: null })
      await flower.startAnew()
      await vi.waitFor(async () => expect(await noted()).toBe(String(node()?.nodeId)))
      await stop()
    }
    expect(node()?.status).toBe('registered')
    expect(flower.refusals).toEqual([])
    await flower.close()
    await w.db.delete(edges)
  })

  test('registers the other parties’ keys although the SuperLink refuses one key', async () => {
    const w = world()
    const flower = await startFakeFlower(w.settings.DATA_DIR)
    const [first, twin, third] = [await buildParty(w), await buildParty(w), await buildParty(w)]
    const [one, other] = [pem(newKeys().node.publicKey), pem(newKeys().node.publicKey)]
    await buildEdge(w, first, { nodePublicKey: one })
    await buildEdge(w, twin, { nodePublicKey: one })
    await buildEdge(w, third, { nodePublicKey: other })
    const stop = keepNodesRegistered(w.deps)
    await vi.waitFor(async () => {
      const rows = await w.db.select().from(edges).where(isNotNull(edges.nodeId))
      expect(rows.map(({ partyId }) => partyId).sort()).toEqual([first.partyId, third.partyId].sort())
    })
    await stop()
    await flower.close()
  })

  test('removes a revoked key from the SuperLink’s list permanently and within seconds, and registers the party’s next key', {
    meta: { spec: 'calls.flPartyInfo/edge' },
  }, async () => {
    const w = world()
    const flower = await startFakeFlower(w.settings.DATA_DIR)
    const { party, keys } = await enrolled(w)
    const stop = keepNodesRegistered(w.deps)
    const nodeOf = (of: Keys) => flower.nodes.get(pem(of.node.publicKey))
    const row = async () => (await w.db.select().from(edges).where(eq(edges.partyId, party.partyId)))[0]
    await vi.waitFor(async () => expect((await row())?.nodeId).toBe(String(nodeOf(keys)?.nodeId)))

    await revokeEdge(w.deps, party.partyId, 'operator')
    await vi.waitFor(() => expect(nodeOf(keys)?.status).toBe('unregistered'))
    await vi.waitFor(async () => expect((await row())?.nodeId).toBeNull())

    const next = await enrolled(w, party)
    await vi.waitFor(async () => expect((await row())?.nodeId).toBe(String(nodeOf(next.keys)?.nodeId)))
    expect([nodeOf(keys)?.status, nodeOf(next.keys)?.status]).toEqual(['unregistered', 'registered'])
    const third = await enrolled(w, party, next.keys)
    await vi.waitFor(() => expect(nodeOf(third.keys)?.status).toBe('registered'))
    await vi.waitFor(() => expect(nodeOf(next.keys)?.status).toBe('unregistered'))
    await stop()
    await flower.close()
  })
})

describeOnOne('revoking an edge', (world) => {
  test('disconnects a revoked edge at once, and reconnects the party after it enrols with other keys', {
    meta: { spec: 'calls.flPartyInfo/edge' },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const as = { user: party.admin, party }
    const link = await connect(w, await token(w, party.partyId, keys))
    link.say(heartbeat())
    await until(() => isOnline(w.deps, party.partyId))
    expect((await call(w, GetEdge, {}, as)).result.state).toBe('online')
    const unused = (await call(w, CreateEdgeEnrolment, {}, as)).result.code

    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    expect((await call(w, RevokeEdge, {}, as)).error).toBeUndefined()
    expect(await closed).toBe(LINK_CLOSED.shutOut)
    expect(await refusalOf(w, await token(w, party.partyId, keys))).toBe('edge.revoked')
    expect(await isOnline(w.deps, party.partyId)).toBe(false)
    expect((await call(w, ListFailingSoftware, {}, as)).result).toHaveLength(8)
    expect((await call(w, GetEdge, {}, as)).result).toMatchObject({ state: 'revoked', edgeUrl: null })
    expect((await call(w, GetParty, { partyId: party.partyId }, as)).result.edgeUrl).toBeNull()
    expect((await call(w, GetEdgeToken, { partyId: party.partyId }, as)).error).toBe('edge.revoked')
    expect((await enrol(w, enrolment(unused))).error).toBe('edge.enrolment-invalid')
    expect((await call(w, RevokeEdge, {}, as)).error).toBe('edge.none')
    const [notice] = (await call(w, ListNotifications, {}, as)).result.records
    expect(notice).toMatchObject({ kind: 'edge.revoked', subject: 'party', subjectId: party.partyId })
    const logged = (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.revoked')
    expect(logged.at(-1)?.data).toEqual({ partyId: party.partyId, by: party.admin.userId })

    const { code } = (await call(w, CreateEdgeEnrolment, {}, as)).result
    expect((await enrol(w, enrolment(code, keys))).error).toBe('edge.key-revoked')
    expect((await enrol(w, enrolment(code, { ...newKeys(), node: keys.node }))).error).toBe('edge.key-revoked')
    const fresh = newKeys()
    expect((await enrol(w, enrolment(code, fresh))).error).toBeUndefined()
    const again = await connect(w, await token(w, party.partyId, fresh))
    again.say(heartbeat())
    await until(() => isOnline(w.deps, party.partyId))
    expect((await call(w, GetEdgeToken, { partyId: party.partyId }, as)).error).toBeUndefined()
    again.socket.terminate()
  })

  test('lets a party’s own administrators revoke its edge, and its members view the edge', {
    meta: { spec: 'calls.flPartyInfo/edge' },
  }, async () => {
    const w = world()
    const [{ party }, other] = [await enrolled(w), await buildParty(w)]
    for (const endpoint of [GetEdge, RevokeEdge]) {
      expect((await call(w, endpoint, {}, { user: other.admin, party })).error).toBe('party.not-member')
      expect((await call(w, endpoint, {}, { user: party.admin })).error).toBe('party.required')
      expect((await call(w, endpoint)).status).toBe(401)
    }
    expect((await call(w, RevokeEdge, {}, { user: party.member, party })).error).toBe('party.admin-only')
    expect((await call(w, RevokeEdge, {}, { user: other.admin, party: other })).error).toBe('edge.none')
    expect((await call(w, GetEdge, {}, { user: party.member, party })).result.state).toBe('away')
  })

  test('shows the edge’s keys and who enrolled the edge in the status', async () => {
    const w = world()
    const party = await buildParty(w)
    const status = async () => (await call(w, GetEdge, {}, { user: party.admin, party })).result
    expect(await status()).toMatchObject({ state: 'none', enrolTime: null, linkKeyHash: null })
    const { keys } = await enrolled(w, party)
    expect(await status()).toMatchObject({
      state: 'away',
      edgeUrl: 'http://127.0.0.1:8081',
      enrolledBy: party.admin.username,
      lastSeen: null,
      linkKeyHash: sha256(pem(keys.link.publicKey)),
      nodeKeyHash: sha256(pem(keys.node.publicKey)),
    })
  })

  test.each(['on', 'off', 'missing'] as const)('shows whether an edge reports a sandbox: %s', async (confinement) => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const status = async () => (await call(w, GetEdge, {}, { user: party.admin, party })).result
    expect((await status()).confinement).toBeNull()
    const link = await connect(w, await token(w, party.partyId, keys))
    link.say(heartbeat({ confinement }))
    await until(async () => (await status()).confinement === confinement)
    link.socket.terminate()
  })

  test('stores the installation that an edge reported last', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const link = await connect(w, await token(w, party.partyId, keys))
    const installed = async () => (await readEdge(w.deps, party.partyId)).installation
    const release = async () => (await call(w, GetEdge, {}, { user: party.admin, party })).result.release
    expect(await release()).toBeNull()
    const newer = { version: '99.0.0', codes: ['a', 'b'] }
    link.say(heartbeat({ installation: newer }))
    await until(async () => (await installed())?.version === '99.0.0')
    expect(await installed()).toEqual(newer)
    expect(await release()).toEqual({ older: 'platform', edge: '99.0.0', platform: VERSION })
    link.say(heartbeat({ installation: { ...newer, version: VERSION } }))
    await until(async () => (await release()) === null)
    link.socket.terminate()
  })

  test('refuses and disconnects the edge of a suspended party until the suspension is lifted', {
    meta: { spec: 'calls.flPartyInfo/edge' },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const suspend = (suspendedTime: Date | null) =>
      w.db.update(parties).set({ suspendedTime }).where(eq(parties.id, party.partyId))
    const link = await connect(w, await token(w, party.partyId, keys))
    await link.hear('welcome')
    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    await suspend(w.clock.now())
    link.say(heartbeat())
    expect(await closed).toBe(LINK_CLOSED.shutOut)
    expect(await refusalOf(w, await token(w, party.partyId, keys))).toBe('party.suspended')
    await suspend(null)
    const again = await connect(w, await token(w, party.partyId, keys))
    await again.hear('welcome')
    again.socket.terminate()
  })

  test.each([
    [90, undefined],
    [-90, undefined],
    [150, /^\+1(49|50)$/],
    [-250, /^-25[012]$/],
  ])('accepts an edge whose clock is off by %i s, or reports the offset', async (seconds, offset) => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const ahead = { ...w, clock: { ...w.clock, now: () => new Date(w.clock.now().getTime() + seconds * 1_000) } }
    const bearer = await token(ahead, party.partyId, keys)
    const url = LINK_PATHS.task.replace(':taskId', 'any')
    const answer = await w.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })
    if (!offset) return expect(answer.json().error).toBe('task.not-found')
    const { error, params, message } = answer.json()
    expect([error, params.seconds]).toEqual(['edge.clock-off', expect.stringMatching(offset)])
    expect(message).toContain(params.seconds)
  })

  test('writes the reason for rejecting an edge only to the log', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const reasons = new Set<unknown>()
    const warned = vi.spyOn(Object.getPrototypeOf(w.app.log) as typeof w.app.log, 'warn')
    warned.mockImplementation((about: unknown) => void reasons.add((about as { why: string }).why))
    expect(await refusalOf(w, await token(w, party.partyId, newKeys()))).toBe('edge.unknown')
    expect(await refusalOf(w, await token(w, '999999999', keys))).toBe('edge.unknown')
    warned.mockRestore()
    expect([...reasons]).toEqual(['signature verification failed', 'no edge has joined for this party'])
  })

  test('does not tell an unauthenticated caller that an edge was revoked', async () => {
    const w = world()
    const { party } = await enrolled(w)
    await revokeEdge(w.deps, party.partyId, 'operator')
    expect(await refusalOf(w, await token(w, party.partyId, newKeys()))).toBe('edge.unknown')
  })
})

describeOn('server', 'the edge is locked first', (world) => {
  const waitingForLocks = async ({ db }: World) => {
    const [found] = await query<{ count: number }>(
      db,
      sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return found?.count
  }

  test('locks the edge before the code and the party, when an edge enrols and when a party is suspended', async () => {
    const w = world()
    const { party } = await enrolled(w)
    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
    const waiting: Promise<unknown>[] = []
    const free = await w.db.transaction(async (tx) => {
      await tx.select().from(edges).where(eq(edges.partyId, party.partyId)).for('update')
      waiting.push(enrol(w, enrolment(code)), suspendParty(w.deps, party.partyId, 'operator'))
      await vi.waitFor(async () => expect(await waitingForLocks(w)).toBe(2))
      const isIt = eq(edgeEnrolments.codeHash, sha256(code))
      const enrolments = await tx.select().from(edgeEnrolments).where(isIt).for('update', { skipLocked: true })
      const isParty = eq(parties.id, party.partyId)
      const rows = await tx.select().from(parties).where(isParty).for('no key update', { skipLocked: true })
      return [enrolments.length, rows.length]
    })
    expect(free).toEqual([1, 1])
    await Promise.all(waiting)
  })
})

describeOnOne('a lost edge', (world) => {
  const kindsOf = async (w: World, { admin, ...party }: TestParty) =>
    (await call(w, ListNotifications, {}, { user: admin, party })).result.records.map(({ kind }) => kind)

  test('notifies administrators once when an edge was silent for 30 seconds, and once when it is back', {
    meta: { spec: 'calls.edge-lost-notice' },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    // Two platform processes watch the same edge.
    const [look, lookToo] = [edgeWatch(w.deps), edgeWatch(w.deps)]
    const pass = async (seconds: number) => {
      for (let left = seconds; left > 0; left -= 5) {
        w.clock.advance(5 * SECOND_MS)
        await Promise.all([look(), lookToo()])
      }
    }
    const beat = async () => {
      const link = await connect(w, await token(w, party.partyId, keys))
      link.say(heartbeat())
      await until(() => isOnline(w.deps, party.partyId))
      link.socket.terminate()
    }
    await beat()
    await pass(25)
    expect(await kindsOf(w, party)).toEqual([])
    await beat()
    await pass(25)
    expect(await kindsOf(w, party)).toEqual([])
    await pass(10)
    expect(await kindsOf(w, party)).toEqual(['edge.lost'])
    await pass(60)
    expect(await kindsOf(w, party)).toEqual(['edge.lost'])
    await beat()
    await beat()
    expect(await kindsOf(w, party)).toEqual(['edge.back', 'edge.lost'])
    await pass(40)
    expect(await kindsOf(w, party)).toEqual(['edge.lost', 'edge.back', 'edge.lost'])
    expect(await call(w, ListNotifications, {}, { user: party.member, party })).toMatchObject({ result: { total: 0 } })
  })

  test.each<[string, Partial<typeof edges.$inferInsert>, boolean]>([
    ['silent for more than 30 seconds', {}, true],
    ['silent since the platform restarted a moment ago', { awaitedSince: new Date() }, false],
    ['never seen', { lastSeen: null }, false],
    ['revoked', { revokedTime: new Date() }, false],
    ['reported already', { lostNoticeTime: new Date() }, false],
  ])('decides whether to notify administrators about an edge: %s', async (_how, fields, isNotified) => {
    const w = world()
    const party = await buildParty(w)
    const look = edgeWatch(w.deps)
    for (let n = 0; n < 7; n++) {
      w.clock.advance(5 * SECOND_MS)
      await look()
    }
    const lastSeen = new Date(w.clock.now().getTime() - 60 * SECOND_MS)
    const { awaitedSince, ...others } = fields
    await buildEdge(w, party, { lastSeen, ...others, ...(awaitedSince && { awaitedSince: w.clock.now() }) })
    await look()
    expect(await kindsOf(w, party)).toEqual(isNotified ? ['edge.lost'] : [])
  })

  test('does not report an edge as lost because the platform’s process slept or the database was unreachable', {
    meta: { spec: 'calls.edge-lost-notice' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    let isAway = true
    const outageBefore = (now: Date) => (isAway ? { from: start, to: now } : { from: start, to: back })
    const start = w.clock.now()
    let back = start
    const look = edgeWatch({ ...w.deps, databaseWatch: { outageBefore, hasDatabase: () => !isAway } })
    await buildEdge(w, party)
    w.clock.advance(HOUR_MS)
    await look()
    back = w.clock.now()
    isAway = false
    w.clock.advance(5 * SECOND_MS)
    await look()
    expect(await kindsOf(w, party)).toEqual([])
    w.clock.advance(30 * SECOND_MS)
    await look()
    expect(await kindsOf(w, party)).toEqual(['edge.lost'])
  })
})

describeOnOne('the link', (world) => {
  test('marks the environment as ready after heartbeats, and the edge as lost after silence', {
    meta: {
      spec: [
        'calls.flJobRecruit/softWareStatus',
        'calls.flJobRecruit/hardWareStatus',
        'calls.flJobRecruit/beginnerJob',
        'limits.hardware-checks',
        'limits.software-checks-runtime',
      ],
    },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const as = { user: party.member, party }
    const flower = await startFakeFlower(w.settings.DATA_DIR)
    flower.nodes.set('its key', { nodeId: 1n, name: party.partyId, status: 'online' })
    const failing = async () => (await call(w, ListFailingSoftware, {}, as)).result
    expect(await failing()).toEqual(['edge', 'pages', 'storage', 'books', 'runner', 'supernode'])
    const link = await connect(w, await token(w, party.partyId, keys))
    link.say(heartbeat({ components: { ...ALL_OK, runner: 'failed' }, conditions: ['DiskPressure'] }))
    await until(() => isOnline(w.deps, party.partyId))
    expect(await failing()).toEqual(['runner'])
    expect((await readEdge(w.deps, party.partyId)).isReady).toBe(false)
    expect((await call(w, ListFailingHardware, {}, as)).result).toEqual(['DiskPressure'])
    expect((await call(w, GetFirstSteps, {}, as)).result).toMatchObject({ isDeployed: 0, hasInvited: 1 })

    link.say(heartbeat({ logHead: { seq: 2, hash: 'b'.repeat(64) } }))
    await until(async () => (await readEdge(w.deps, party.partyId)).isReady)
    expect(await failing()).toEqual([])
    link.say(heartbeat({ parts: { books: 'failed', pages: 'ok' }, logHead: { seq: 3, hash: 'c'.repeat(64) } }))
    await until(async () => (await failing()).length > 0)
    expect(await failing()).toEqual(['books'])
    expect((await call(w, GetFirstSteps, {}, as)).result).toMatchObject({ isDeployed: 1 })
    link.socket.terminate()
    w.clock.advance(6 * SECOND_MS)
    expect(await isOnline(w.deps, party.partyId)).toBe(false)
    expect((await call(w, ListFailingHardware, {}, as)).result).toEqual(['NetworkUnavailable'])
    await flower.close()
  })

  test('shows the address and root certificate that an edge reports to the party’s members only', {
    meta: { spec: 'calls.edge-certificate' },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const outsider = await buildParty(w)
    const as = { user: party.member, party }
    const pemOf = async () => (await call(w, GetEdgeCertificate, { partyId: party.partyId }, as)).result.pem
    expect(await pemOf()).toBeNull()
    const root = (await makeRoot(w)).certificate
    const link = await connect(w, await token(w, party.partyId, keys))
    const edgeUrl = 'https://edge.hospital.example:8081'
    link.say(heartbeat({ address: { edgeUrl, rootCertificate: root } }))
    await until(async () => (await pemOf()) !== null)
    expect(await pemOf()).toBe(root.replace(/\n+$/, '\n'))
    expect((await call(w, GetParty, { partyId: party.partyId }, as)).result.edgeUrl).toBe(edgeUrl)
    const request = async (as?: Parameters<typeof call>[3]) =>
      (await call(w, GetEdgeCertificate, { partyId: party.partyId }, as)).error
    expect(await request({ user: outsider.admin, party: outsider })).toBe('party.not-member')
    expect(await request({ user: outsider.admin })).toBe('party.required')
    expect(await request()).toBe('session.missing')

    link.say(heartbeat({ address: { edgeUrl: 'http://10.0.0.5', rootCertificate: null }, conditions: ['PIDPressure'] }))
    await until(async () => (await call(w, ListFailingHardware, {}, as)).result.includes('PIDPressure'))
    expect(await pemOf()).not.toBeNull()
    link.say(heartbeat({ address: { edgeUrl, rootCertificate: 'no certificate' }, conditions: ['DiskPressure'] }))
    await until(async () => (await call(w, ListFailingHardware, {}, as)).result.includes('DiskPressure'))
    expect(await pemOf()).not.toBeNull()
    const unconstrained = await openAuthority({ dir: join(w.settings.DATA_DIR, newId()), name: 'Any' })
    const address = { edgeUrl, rootCertificate: unconstrained.certificate }
    link.say(heartbeat({ address, conditions: ['MemoryPressure'] }))
    await until(async () => (await call(w, ListFailingHardware, {}, as)).result.includes('MemoryPressure'))
    expect(await pemOf()).toBe(root.replace(/\n+$/, '\n'))
    link.say(heartbeat({ address: { edgeUrl, rootCertificate: null } }))
    await until(async () => (await pemOf()) === null)
    link.socket.terminate()
  })

  test('lets platform and edge sign each other’s log head, and detects a log that was rewound', async () => {
    const w = world()
    const { party, keys, answer } = await enrolled(w)
    const head = { seq: 3, hash: 'c'.repeat(64) }
    const first = await connect(w, await token(w, party.partyId, keys))
    const { logHead } = await first.hear('welcome')
    expect(logHead).toEqual(await platformLogHead(w.db))
    const signature = sign(null, Buffer.from(logHeadText(PLATFORM_LOG, logHead)), keys.link.privateKey).toString(
      'base64url',
    )
    const signs = (signed: LogHead, of = edgeSubject(party.partyId)) =>
      sign(null, Buffer.from(logHeadText(of, signed)), keys.link.privateKey).toString('base64url')
    const logSignature = signs(head)
    first.say(heartbeat({ logHead: head, logSignature, countersigned: { head: logHead, signature } }))
    const row = async () => (await w.db.select().from(edges).where(eq(edges.partyId, party.partyId)))[0]
    await until(async () => Boolean((await row())?.countersigned))

    const second = await connect(w, await token(w, party.partyId, keys))
    const { countersigned } = await second.hear('welcome')
    const key = { key: answer.keys.keys[0] as never, format: 'jwk' } as const
    const proof = Buffer.from(countersigned?.signature ?? '', 'base64url')
    expect(countersigned?.head).toEqual(head)
    expect(verify(null, Buffer.from(logHeadText(edgeSubject(party.partyId), head)), key as never, proof)).toBe(true)
    const rewound = { seq: 2, hash: 'd'.repeat(64) }
    second.say(heartbeat({ logHead: rewound, logSignature: signs(rewound) }))
    await until(async () => (await row())?.hasRewoundLog === true)
    // The platform also stores the head that the edge signed before, but it does not store a head that the edge did not
    // sign.
    second.say(heartbeat({ logHead: { seq: 1, hash: 'e'.repeat(64) }, logSignature: signs(head) }))
    await until(async () => (await row())?.logHead?.seq === 1)
    const kept = await w.db.select().from(edgeHeads).where(eq(edgeHeads.partyId, party.partyId))
    expect(kept.map((one) => one.head)).toEqual([head, rewound])
    expect((await row())?.logSignature).toBeNull()
    second.socket.terminate()
  })

  test('does not send an edge the log heads of the edge that it replaced, regardless of who signed them', {
    meta: { claim: 'platform-log.replaced-edge-heads' },
  }, async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const { partyId } = party
    const partner = (await enrolled(w)).party.partyId
    const head = { seq: 3, hash: 'c'.repeat(64) }
    const signature = sign(null, Buffer.from(logHeadText(edgeSubject(partyId), head)), keys.link.privateKey).toString(
      'base64url',
    )
    const first = await connect(w, await token(w, partyId, keys))
    first.say(heartbeat({ logHead: head, logSignature: signature }))
    await until(async () => (await w.db.$count(edgeHeads, eq(edgeHeads.partyId, partyId))) > 0)
    await w.db
      .insert(headWitnesses)
      .values({ partyId, byPartyId: partner, publicKey: 'of the partner', head, signature: 'theirs' })
    const about = async (publicKey: string) =>
      (await listHeadsFor(w.db, { partyId, publicKey }, [partner])).filter(({ of }) => of === edgeSubject(partyId))
    expect(await about(pem(keys.link.publicKey))).toMatchObject([{ by: edgeSubject(partner), head }])

    const { code } = (await call(w, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
    const next = newKeys()
    const right = { ...enrolment(code, next), handover: await handover(w, partyId, keys, next) }
    expect((await enrol(w, right)).error).toBeUndefined()
    const second = await connect(w, await token(w, partyId, next))
    expect((await second.hear('welcome')).countersigned).toBeNull()
    expect(await about(pem(next.link.publicKey))).toEqual([])
    second.socket.terminate()
  })

  test('delivers commands only to the edge of their party, and replaces an older link by a newer one', async () => {
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

  test('accepts a report about a table with thousands of columns', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const link = await connect(w, await token(w, party.partyId, keys))
    const columns = Array.from({ length: 5_000 }, (_, n) => `${'测量值'.repeat(12)} ${n}`)
    const dataset: DatasetMetadata = {
      id: newId(),
      name: 'wide',
      description: '',
      sizeBytes: 1,
      ...({ contentType: 'tabular', sharing: 'party' } as const),
      rowCount: 40,
      tableName: 'wide',
      columns,
      createdByUserId: party.admin.userId,
      orgCode: 'A01',
      columnTypes: Object.fromEntries(columns.map((column) => [column, 'number' as const])),
      labelColumns: [],
      mapping: [],
      repeatedId: null,
      createTime: w.clock.now().toISOString(),
      taskId: null,
      parentId: null,
      deleted: false,
    }
    link.say({ kind: 'report', id: 1, report: { kind: 'dataset', dataset } })
    expect(await link.hear('acknowledge')).toEqual({ kind: 'acknowledge', id: 1, error: null })
    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    link.socket.send('x'.repeat(LINK_MESSAGE_MAX_BYTES + 1))
    expect(await closed).toBe(1009)
  })

  test('refuses a report of an unknown kind by its number, and closes the link on invalid data', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const link = await connect(w, await token(w, party.partyId, keys))
    link.socket.send(JSON.stringify({ kind: 'report', id: 9, report: { kind: 'unheard-of' } }))
    expect(await link.hear('acknowledge')).toEqual({ kind: 'acknowledge', id: 9, error: 'request.malformed' })
    const closed = new Promise<number>((resolve) => link.socket.once('close', resolve))
    link.socket.send('noise')
    expect(await closed).toBe(1008)
  })

  test('rejects every caller except enrolled edges', async () => {
    const w = world()
    const { party, keys } = await enrolled(w)
    const stranger = newKeys()
    const refused = async (bearer: string) => expect(connect(w, bearer)).rejects.toThrow('401')
    await refused('')
    await refused(party.admin.token)
    await refused(await token(w, party.partyId, stranger))
    await refused(await token(w, party.partyId, keys, { aud: 'edge:1' }))
    const old = await token(w, party.partyId, keys, { life: 3_600 })
    w.clock.advance(190 * SECOND_MS)
    await refused(old)
    const good = await token(w, party.partyId, keys)
    const replaced = await enrolled(w, party, keys)
    await refused(good)
    const fresh = await connect(w, await token(w, party.partyId, replaced.keys))
    fresh.socket.terminate()
  })
})
