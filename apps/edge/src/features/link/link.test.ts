import { generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  type AppError,
  type EdgeToPlatform,
  edgeSubject,
  type KnownHead,
  logHeadText,
  PLATFORM_LOG,
  type PlatformToEdge,
  phrase,
  type SignedHead,
} from '@tessera/contract'
import { ListRows } from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import { type Authority, openAuthority } from '@tessera/server/certificates'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { run } from '../../db/open.ts'
import { countersignedPath, readLines } from '../../lib/decision-log.ts'
import { buildWorld, peopleCsv, until, type World } from '../../testing/world.ts'
import { joinParty } from './enrol.ts'
import { findIdentity, fingerprint, keyPaths, openKeys, publicPem } from './identity.ts'
import { Platform } from './platform.ts'

type Heartbeat = Extract<EdgeToPlatform, { kind: 'heartbeat' }>

let world: World
beforeEach(async () => {
  world = await buildWorld()
})
afterEach(() => world.close())

test('enrols once, keeps its keys private, and needs no code at later starts', async () => {
  const paths = keyPaths(world.dataDir)
  for (const path of [paths.link, paths.node]) expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(paths.fleetAuthority, 'utf8')).toBe('not a certificate')
  expect(findIdentity(world.db)).toMatchObject({ partyId: '1001', signer: { username: 'alice' } })
  await world.fake.goAway()
  expect((await joinParty({ ...world.join, code: undefined })).partyId).toBe('1001')
  await world.fake.comeBack()
})

test('refuses a wrong code, and does not let a code of another party take over the data', async () => {
  await expect(joinParty({ ...world.join, code: 'wrong' })).rejects.toMatchObject({ code: 'edge.enrolment-invalid' })
  world.fake.enrolmentCode = 'code-2'
  world.fake.partyId = '1002'
  const code = 'edge.enrolment-invalid'
  await expect(joinParty({ ...world.join, code: 'code-2' })).rejects.toMatchObject({ code })
  world.fake.knowsKeptParty = false
  await expect(joinParty({ ...world.join, code: 'code-2' })).rejects.toThrow('party 1001')
  world.fake.knowsKeptParty = true
  world.fake.partyId = '1001'
  expect((await joinParty({ ...world.join, code: 'code-2' })).partyId).toBe('1001')
})

test('uses new keys when it joins again, and keeps its old keys if the platform refuses', {
  meta: { spec: 'calls.flPartyInfo/edge' },
}, async () => {
  const hashes = async () => Object.values(await openKeys(world.dataDir)).map(fingerprint)
  const before = await hashes()
  await expect(joinParty({ ...world.join, code: 'wrong' })).rejects.toMatchObject({ code: 'edge.enrolment-invalid' })
  expect(await hashes()).toEqual(before)
  world.fake.enrolmentCode = 'code-2'
  await joinParty({ ...world.join, code: 'code-2' })
  const after = await hashes()
  expect(after.filter((hash) => before.includes(hash))).toEqual([])
  expect(world.fake.nodePublicKey).toBe(publicPem((await openKeys(world.dataDir)).node))
  expect(statSync(keyPaths(world.dataDir).link).mode & 0o777).toBe(0o600)
})

test('signs the handover to its new key if it joins again on its own data, and otherwise presents the given handover', async () => {
  const before = fingerprint((await openKeys(world.dataDir)).link)
  world.fake.enrolmentCode = 'code-2'
  await joinParty({ ...world.join, code: 'code-2', handover: 'of another' })
  const claims = decodeJwt(String(world.fake.enrolled.at(-1)?.handover))
  const after = fingerprint((await openKeys(world.dataDir)).link)
  expect(claims).toMatchObject({ partyId: '1001', from: before, to: after, edgeUrl: world.join.edgeUrl })
  const other = await buildWorld()
  try {
    run(other.db, "delete from facts where key = 'identity'")
    await joinParty({ ...other.join, code: other.fake.enrolmentCode, handover: 'the word' })
    expect(other.fake.enrolled.at(-1)?.handover).toBe('the word')
  } finally {
    await other.close()
  }
})

test('keeps its address when it joins again, reports the confirmed address and signs it into the handover', {
  meta: { claim: 'replacement.redirected-address' },
}, async () => {
  world.fake.enrolmentCode = 'code-2'
  await joinParty({ ...world.join, code: 'code-2', edgeUrl: 'https://edge.elsewhere.example' })
  const request = world.fake.enrolled.at(-1)
  expect([request?.edgeUrl, decodeJwt(String(request?.handover)).edgeUrl]).toEqual([
    world.join.edgeUrl,
    world.join.edgeUrl,
  ])
})

test('retries to join with the same new keys after a lost response', async () => {
  world.fake.enrolmentCode = 'code-2'
  world.fake.losesAnswer = true
  await expect(joinParty({ ...world.join, code: 'code-2' })).rejects.toMatchObject({ code: 'edge.platform-away' })
  const sent = world.fake.nodePublicKey
  world.fake.losesAnswer = false
  await joinParty({ ...world.join, code: 'code-2' })
  expect(world.fake.nodePublicKey).toBe(sent)
  expect(publicPem((await openKeys(world.dataDir)).node)).toBe(sent)
  const names = readdirSync(join(world.dataDir, 'keys'))
  expect(names.filter((name) => name.endsWith('.next'))).toEqual([])
})

test.each(['edge.revoked', 'party.suspended'])(
  'serves no caller, not even with valid tokens, while the platform refuses the edge because of %s',
  { meta: { spec: 'calls.flPartyInfo/edge' } },
  async (because) => {
    const { tableName } = await world.dataSet(peopleCsv(5), 'One')
    const rows = () => world.call(ListRows, { tableName })
    await world.connect()
    expect((await rows()).total).toBe(5)

    world.fake.shutOut(because)
    await until(() => world.link.shutOut === because)
    await expect(rows()).rejects.toMatchObject({ code: because })
    await expect(world.dataSet(peopleCsv(5), 'Two')).rejects.toMatchObject({ code: because })
    // The edge has retried several times, each time after it processed the previous response.
    const before = world.fake.linkRequests
    await until(() => world.fake.linkRequests >= before + 3)
    expect(world.shutOuts).toEqual([because])

    world.fake.shutOut(null)
    await until(() => world.link.isConnected)
    expect(world.shutOuts).toEqual([because, null])
    expect((await rows()).total).toBe(5)
  },
)

test('logs once that another edge replaced it while it was connected', async () => {
  await world.connect()
  world.fake.shutOut('edge.unknown')
  const logged = () => world.lines.filter((line) => line.includes('refuses the link'))
  await until(() => logged().length > 0)
  const before = world.fake.linkRequests
  await until(() => world.fake.linkRequests >= before + 3)
  expect(logged()).toEqual(['the platform refuses the link: edge.unknown'])
})

test('sends reports in their order after the platform was offline', {
  meta: { spec: 'calls.edge-enrolment' },
}, async () => {
  await world.fake.goAway()
  const { tableName } = await world.dataSet(peopleCsv(5), 'One')
  await world.dataSet(peopleCsv(5), 'Two')
  expect((await world.call(ListRows, { tableName })).total).toBe(5)
  expect(world.outbox.unsent()).toHaveLength(2)

  await world.fake.comeBack()
  await world.connect()
  await until(() => world.outbox.unsent().length === 0)
  expect(world.fake.reports.map((one) => one.kind === 'dataset' && one.dataset.name)).toEqual(['One', 'Two'])
  expect(JSON.stringify(world.fake.reports)).not.toContain(world.dataDir)
})

test('reconnects automatically after a disconnect, and sends unconfirmed reports again', async () => {
  await world.connect()
  world.fake.isSilent = true
  world.outbox.add({ kind: 'model-use', modelId: 'm', userId: 'u', name: 'n', time: 't' })
  await until(() => world.fake.reports.length === 1)
  expect(world.outbox.unsent()).toHaveLength(1)

  await world.fake.goAway()
  await until(() => !world.link.isConnected)
  world.fake.isSilent = false
  await world.fake.comeBack()
  await until(() => world.fake.reports.length === 2)
  await until(() => world.outbox.unsent().length === 0)
  expect(world.fake.reports[1]).toEqual(world.fake.reports[0])
  const ofTheLink = world.lines.filter((line) => /^connected|is lost/.test(line))
  expect(ofTheLink).toEqual([
    'connected to the platform',
    expect.stringMatching(/^the link to the platform is lost \(\d{4}\); it is opened again$/),
    'connected to the platform',
  ])
})

/** Starts a server in place of the platform, with a certificate that this authority issued at the given time. */
async function listenAs(authority: Authority, time = Date.now()) {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  const { certFile, keyFile } = await authority.issue('listener', ['127.0.0.1'])
  vi.useRealTimers()
  const server = https.createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test("logs that the platform's certificate is untrusted or has expired, also after an interrupted connection", async () => {
  const [known, foreign] = await Promise.all(
    ['known', 'foreign'].map((name) => openAuthority({ dir: join(world.dataDir, name), name })),
  )
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, (known as Authority).certificate])
  const expired = await listenAs(known as Authority, Date.now() - 500 * 86_400_000)
  const stranger = await listenAs(foreign as Authority)
  await world.connect()
  await world.fake.goAway()
  // The server whose certificate has expired.
  for (const [{ address }, code, detail] of [
    [stranger, 'edge.platform-untrusted', /SELF_SIGNED|UNABLE_TO/],
    [expired, 'edge.platform-expired', /\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d/],
  ] as const) {
    const { privateKey } = generateKeyPairSync('ed25519')
    const refusal = await new Platform(`https://${address}`, privateKey).keys().catch((error: AppError) => error)
    expect(refusal).toMatchObject({ code, params: { detail: expect.stringMatching(detail) } })
    const url = vi.spyOn(world.platform, 'socketUrl').mockReturnValue(`wss://${address}`)
    const [sentence] = phrase('en', code).split('(')
    const logged = () => world.lines.find((line) => line.startsWith(`the platform cannot be reached: ${sentence}`))
    await until(() => logged() !== undefined)
    expect(logged()).toMatch(detail)
    url.mockRestore()
  }
  for (const { server } of [expired, stranger]) server.close()
  setDefaultCACertificates(before)
  await world.fake.comeBack()
})

test('keeps the connection when the clock is set forward, and reconnects if the offset exceeds the tolerance', async () => {
  await world.connect()
  const lost = () => world.lines.some((line) => line.startsWith('the link to the platform is lost'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })
  world.link.beat()
  vi.useRealTimers()
  // The platform's response arrives on the same connection.
  world.link.beat()
  await until(() => world.fake.isLinked && world.link.isConnected)
  expect(lost()).toBe(false)

  // If the offset exceeds the tolerance, the edge reconnects so that the platform compares the clocks.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 })
  world.link.beat()
  vi.useRealTimers()
  await until(lost)
  await until(() => world.fake.isLinked && world.link.isConnected)
})

test('does not reopen a connection that is stopped while it opens', async () => {
  const token = vi.spyOn(world.platform, 'token')
  world.link.start()
  world.link.stop()
  // At this point, the edge has decided whether to connect.
  await token.mock.results[0]?.value
  await world.connect()
  expect(world.fake.linkRequests).toBe(1)
})

test('does not send a report again that the platform refused', async () => {
  world.fake.answer = () => 'dataset.not-found'
  await world.connect()
  const id = world.outbox.add({ kind: 'model-use', modelId: 'm', userId: 'u', name: 'n', time: 't' })
  expect(await world.outbox.settled(id, 2_000)).toEqual({ error: 'dataset.not-found' })
  // A later caller gets the same result.
  expect(await world.outbox.settled(id, 2_000)).toEqual({ error: 'dataset.not-found' })
  expect(world.outbox.unsent()).toEqual([])
})

test("waits for the platform's answer to a report longer than a reconnect takes", async () => {
  const id = world.outbox.add({ kind: 'model-use', modelId: 'm', userId: 'u', name: 'n', time: 't' })
  const settled = world.outbox.settled(id, 10_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await world.connect()
  expect(await settled).toEqual({ error: null })
})

test('stops waiting for a report if the platform confirms no reports, and keeps waiting while it confirms others', async () => {
  const report = { kind: 'model-use' as const, modelId: 'm', userId: 'u', name: 'n', time: 't' }
  const ids = Array.from({ length: 6 }, () => world.outbox.add(report))
  const last = ids.at(-1) as number
  const settled = world.outbox.settled(last, 1_000)
  for (const id of ids) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    world.outbox.acknowledge(id, null)
  }
  expect(await settled).toEqual({ error: null })
  expect(await world.outbox.settled(world.outbox.add(report), 200)).toBe('away')
})

test("follows the platform's commands, and ignores invalid messages", async () => {
  await world.connect()
  world.fake.command({ kind: 'stop-run', runId: 'run-1' })
  world.fake.command({ kind: 'rm -rf' } as never)
  world.fake.command({ kind: 'end-attempt', attemptId: '7' })
  world.fake.command({ kind: 'unlist-dataset', datasetId: 'd-1' })
  await until(() => world.stopped.length === 3)
  expect(world.stopped).toEqual(['run-1', '7', 'd-1'])
})

test("signs the newest entry of its own log and of the platform's log, each with the name of the log", {
  meta: { claim: 'platform-log.confused-log-heads' },
}, async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.some(({ countersigned }) => countersigned !== null))
  const beat = world.fake.heartbeats.find(({ countersigned }) => countersigned) as Heartbeat
  const countersigned = beat.countersigned as SignedHead
  const own = { head: beat.logHead, signature: beat.logSignature as string }
  expect(countersigned.head).toEqual(world.fake.head)
  expect(world.fake.isCountersigned(countersigned, PLATFORM_LOG)).toBe(true)
  expect(world.fake.isCountersigned(own, edgeSubject('1001'))).toBe(true)
  // A signature for the platform's log is not valid for the edge's log.
  expect(world.fake.isCountersigned(countersigned, edgeSubject('1001'))).toBe(false)
})

const heads = () => readLines(countersignedPath(world.dataDir)).map((line) => JSON.parse(line) as KnownHead)

test('stores each log head that the platform signed once, and logs how many heads are stored', async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.length > 1)
  world.fake.command(world.fake.welcome())
  const other = { seq: 8, hash: 'b'.repeat(64) }
  world.fake.command({ ...world.fake.welcome(), logHead: other } as PlatformToEdge)
  world.fake.command({ kind: 'stop-run', runId: 'run-1' })
  await until(() => world.stopped.length === 1)
  expect(heads().map(({ of, by, head }) => [of, by, head.seq])).toEqual([
    ['platform', 'platform', 7],
    ['edge:1001', 'platform', world.fake.heartbeats[0]?.logHead.seq],
  ])
  expect(world.lines.join()).toContain('a head of the log of platform came that platform did not sign')
  const [note, ...more] = world.decisions('platform-head')
  const file = readFileSync(countersignedPath(world.dataDir))
  expect(note?.data).toMatchObject({ seq: 7, kept: { lines: 2, sha256: sha256(file) } })
  expect(more).toEqual([])
})

test('stores and signs log heads of another edge only if a ticket names the key of that edge', {
  meta: { claim: 'platform-log.invented-edge' },
}, async () => {
  await world.connect()
  const [theirs, strange] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const pemOf = ({ publicKey }: typeof theirs) => String(publicKey.export({ type: 'spki', format: 'pem' }))
  world.partners.set('1002', [sha256(pemOf(theirs))])
  const head = { seq: 5, hash: 'c'.repeat(64) }
  const signed = (of: string, pair = theirs, seq = 5): KnownHead => {
    const text = Buffer.from(logHeadText(of, { ...head, seq }))
    const signature = sign(null, text, pair.privateKey).toString('base64url')
    return { of, by: 'edge:1002', key: pemOf(pair), head: { ...head, seq }, signature }
  }
  const own = signed('edge:1001')
  const sentHeads = [signed('edge:1002'), own, signed('edge:1002', strange), signed('edge:1003'), signed('platform')]
  const altered = { ...signed('edge:1002', theirs, 6), head: { seq: 7, hash: head.hash } }
  world.fake.command(world.fake.welcome({ heads: [...sentHeads, altered] }))
  await until(() => world.fake.heartbeats.some(({ witnessed }) => witnessed))
  expect(heads().filter(({ by }) => by !== 'platform')).toEqual([
    { time: expect.any(String), ...signed('edge:1002') },
    { time: expect.any(String), ...own },
  ])
  const witnessed = world.fake.heartbeats.flatMap((beat) => beat.witnessed ?? [])
  expect(witnessed).toHaveLength(1)
  expect(witnessed[0]).toMatchObject({ partyId: '1002', head })
  expect(world.fake.isCountersigned(witnessed[0] as SignedHead, 'edge:1002')).toBe(true)
})

test('keeps the connection to the platform open if the disk is full', async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.length > 0)
  world.heads.keep = () => {
    throw new Error('ENOSPC: no space left on device')
  }
  world.fake.command(world.fake.welcome())
  world.fake.command({ kind: 'stop-run', runId: 'run-1' })
  await until(() => world.stopped.includes('run-1'))
  expect(world.lines.join()).toContain('ENOSPC')
  expect(world.link.isConnected).toBe(true)
})

test("begins each connection by sending the edge's address and root certificate, and logs them once", async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.length >= 2)
  const [first, ...later] = world.fake.heartbeats
  expect(first?.address).toEqual({ edgeUrl: world.join.edgeUrl, rootCertificate: null })
  for (const beat of later) expect(beat).not.toHaveProperty('address')
})

test("returns the edge's root certificate to any caller, or an error if it has no root certificate", {
  meta: { spec: 'calls.edge-certificate' },
}, async () => {
  expect((await world.app.inject('/certificate')).statusCode).toBe(404)
  const own = await buildWorld({ rootCertificate: '-----BEGIN CERTIFICATE-----' })
  const answer = await own.app.inject('/certificate')
  expect(answer).toMatchObject({ statusCode: 200, body: '-----BEGIN CERTIFICATE-----' })
  expect(answer.headers['content-type']).toBe('application/x-pem-file')
  await own.close()
})
