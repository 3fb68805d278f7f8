import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CONFIRMED_BELOW,
  type EdgeClaims,
  type EdgeTask,
  type Endpoint,
  type Input,
  type Output,
  REFUSED_BELOW,
} from '@tessera/contract'
import { findRoute } from '@tessera/contract/rights'
import { type Envelope, OfferRows, OpenEdgeSession, ReadUpload, SaveDataset, UploadZip } from '@tessera/contract/wire'
import { InferenceRuntime } from '@tessera/inference'
import { type Builds, type ChainEntry, ProgressLimit, type SentFile, VERSION, writeAtomically } from '@tessera/server'
import { calculateJwkThumbprint } from 'jose'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { formOf } from '../../../../packages/server/src/testing/form-of.ts'
import { buildApp } from '../app.ts'
import { openDb } from '../db/open.ts'
import { type DifferenceLimits, RowHashes } from '../features/differencing/index.ts'
import { installationOf, listPartnerKeys } from '../features/grant/index.ts'
import type { KnownCode } from '../features/grant/known-code.ts'
import {
  findAddress,
  fingerprint,
  joinParty,
  keyPaths,
  Outbox,
  openKeys,
  Platform,
  PlatformLink,
  signHandover,
  storeAddress,
} from '../features/link/index.ts'
import { RowOrders } from '../features/rows/index.ts'
import {
  Challenges,
  findMember,
  HouseProvider,
  offerFirstFactors,
  type ProviderOptions,
  Refusals,
  Secrets,
  seedSigners,
} from '../features/signing/index.ts'
import { deleteMember, insertMember, storeUser } from '../features/signing/queries.ts'
import { killingWorkers, Workers } from '../features/training/index.ts'
import { CallerCheck } from '../lib/caller-check.ts'
import { CountersignedHeads } from '../lib/countersigned-heads.ts'
import { type DecisionKind, DecisionLog, decisionLogPath, readLines } from '../lib/decision-log.ts'
import { Duck } from '../lib/duck.ts'
import { EdgeSessions } from '../lib/edge-sessions.ts'
import { EdgeTokens } from '../lib/edge-token.ts'
import { Browser } from './browser.ts'
import { FakePlatform, person, type TaskOfFake } from './fake-platform.ts'
import { loggerInto } from './logger.ts'

const ENGINE = fileURLToPath(new URL('../../../../engine', import.meta.url))
const PYTHON = join(ENGINE, '../.venv/bin/python')

/** PIN of every signer, unless a test starts an edge without PINs. */
export const PIN = '202620'
/** Key of every edge in tests. It is fixed, so that the plans of tasks can name it. */
const LINK_KEY = generateKeyPairSync('ed25519').privateKey
/** Hashing parameters for fast tests. `secret.test.ts` tests the real parameters. */
export const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

export type World = Awaited<ReturnType<typeof buildWorld>>

/**
 * Creates an edge on real files that has joined a fake platform over a real network socket. The edge's engine processes
 * are not started.
 */
export async function buildWorld(
  options: {
    minimumRows?: number
    signers?: string[]
    /** PIN of all signers. If null, signers start without a PIN and get a one-time code, which is added to `lines`. */
    firstPin?: string | null
    differenceLimits?: DifferenceLimits
    edgeUrl?: string
    pageDir?: string
    rootCertificate?: string
    provider?: ProviderOptions
  } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-edge-'))
  const clock = { skewMs: 0 }
  const now = () => new Date(Date.now() + clock.skewMs)
  const fake = await new FakePlatform().start()
  const db = openDb(dataDir)
  const log = new DecisionLog(dataDir, now)
  const heads = new CountersignedHeads(dataDir, now)
  await writeAtomically(keyPaths(dataDir).link, LINK_KEY.export({ type: 'pkcs8', format: 'pem' }))
  const keys = await openKeys(dataDir)
  const platform = new Platform(fake.url, keys.link)
  const join1 = {
    db,
    log,
    platform,
    keys,
    dataDir,
    platformUrl: fake.url,
    edgeUrl: 'http://localhost:1',
    silentLimitMs: 0,
  }
  const identity = await joinParty({ ...join1, code: fake.enrolmentCode })
  platform.actAs(identity.partyId)

  const duck = await Duck.open(dataDir)
  const outbox = new Outbox(db, now)
  const lines: string[] = []
  const logger = loggerInto(lines)
  const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: (line) => logger.error(line) })
  const killed: number[] = []
  const workers = new Workers((pid) => killed.push(pid))
  const stopped: string[] = []
  const shutOuts: (string | null)[] = []
  /** Key fingerprints of other edges by party, as if a ticket named them. */
  const partners = new Map<string, string[]>()
  const link = new PlatformLink({
    platform,
    outbox,
    log,
    heads,
    dataDir,
    logger,
    key: keys.link,
    partnerKeys: (partyId) => partners.get(partyId) ?? listPartnerKeys(db, partyId),
    health: () => ({
      components: { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok' },
      parts: { books: 'ok', pages: 'ok' },
      conditions: [],
      confinement: 'on',
      installation: installationOf(knownCode),
    }),
    address: () => ({ edgeUrl: findAddress(db) ?? '', rootCertificate: options.rootCertificate ?? null }),
    commands: {
      stopRun: (id) => void stopped.push(id),
      endAttempt: (id) => void stopped.push(id),
      unlistDataset: (id) => void stopped.push(id),
    },
    onConnect: () => {},
    onShutOut: (because) => void shutOuts.push(because),
    shutOutRetryMs: 100,
  })
  const tokens = new EdgeTokens({
    partyId: () => identity.partyId,
    keys: () => identity.keys,
    shutOut: () => link.shutOut,
    now,
  })
  const orders = new RowOrders(duck, dataDir)
  const edgeUrl = options.edgeUrl ?? 'http://localhost:1'
  const minimumRows = options.minimumRows ?? 2
  const differenceLimits = options.differenceLimits ?? { refused: REFUSED_BELOW, confirmed: CONFIRMED_BELOW }
  const dataset = { db, duck, log, outbox, dataDir, orders, platform, now, minimumRows, edgeUrl }
  /**
   * The builds that the edge has installed besides its version. If `own` is null, it has all builds that the platform
   * offers.
   */
  const installed: { own: Builds | null } & Pick<KnownCode, 'previous' | 'declared'> = {
    own: null,
    previous: {},
    declared: {},
  }
  const knownCode: KnownCode = {
    version: VERSION,
    get own() {
      return installed.own ?? fake.builds()
    },
    get previous() {
      return installed.previous
    },
    get declared() {
      return installed.declared
    },
  }
  const sessions = new EdgeSessions(log, now)
  const callerCheck = new CallerCheck({
    tokens,
    sessions,
    edgeUrl,
    now,
    partyId: () => identity.partyId,
    findMember: (username) => findMember(db, username),
  })
  const grant = {
    ...dataset,
    knownCode,
    platform,
    differenceLimits,
    hashes: new RowHashes({ db, duck, dataDir, limits: differenceLimits }),
    self: () => ({ partyId: identity.partyId, key: fingerprint(keys.link) }),
    challenges: new Challenges(now),
    refusals: new Refusals(now),
    sessions,
    secrets: new Secrets(dataDir, CHEAP),
    signHandover: (to: string, edgeUrl: string) =>
      signHandover(keys.link, { partyId: identity.partyId, to, edgeUrl }, now()),
    address: {
      find: () => findAddress(db) ?? '',
      keep: (confirmed: string) => {
        storeAddress(db, confirmed)
        link.reportAddress()
      },
    },
    provider: options.provider && new HouseProvider(options.provider, { now, logger }),
    killWorkers: killingWorkers(workers, outbox),
  }
  seedSigners(grant, { enroller: identity.signer, usernames: options.signers ?? [] })
  await offerFirstFactors(
    { ...grant, logger },
    { firstPin: options.firstPin === null ? undefined : (options.firstPin ?? PIN), page: 'the page' },
  )
  const inference = { ...dataset, callerCheck, runtime, platform, logger, party: () => identity }
  /** All routes that the app has registered. */
  const routes: { method: string; url: string }[] = []
  const app = buildApp({
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    },
    dataset,
    grant,
    inference,
    result: { ...dataset, differenceLimits },
    tokens,
    callerCheck,
    consoleOrigin: () => identity.consoleOrigin,
    prefix: '/jeecg-boot',
    pageDir: options.pageDir ?? join(dataDir, 'no-pages'),
    rootCertificate: options.rootCertificate ?? null,
  })
  /** Calls an endpoint as the console does or, if the endpoint needs a session, as the edge's pages do. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    as: Partial<EdgeClaims> | { token: string } | Browser = person('alice'),
    files: SentFile[] = [],
  ): Promise<Output<E>> {
    const body = z.encode(endpoint.input, input as never) as Record<string, unknown>
    let path = endpoint.path
    for (const [, name] of endpoint.path.matchAll(/:(\w+)/g))
      path = path.replace(`:${name}`, String(body[name as string]))
    const inQuery = endpoint.carrier === 'query'
    const fields = Object.entries(body).filter(([, value]) => value !== undefined) as [string, string][]
    const isForm = endpoint.carrier === 'form'
    const form = endpoint.files && formOf(body, files)
    const url = inQuery && fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path
    const sent = inQuery ? '' : isForm ? new URLSearchParams(fields).toString() : body
    underWay += 1
    const response = await app.inject({
      method: endpoint.method,
      url,
      headers: {
        ...(await shown(endpoint, url, as, input, form?.payload ?? sent)),
        'accept-language': 'en',
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...form?.headers,
      },
      ...(inQuery ? {} : { payload: form?.payload ?? sent }),
    })
    underWay -= 1
    if (underWay === 0) letGuestsGo()
    return answerOf(endpoint, response.json() as Envelope)
  }

  /** Fetches a file in a session, as the edge's pages do. */
  async function fetchFile(url: string, as: Partial<EdgeClaims> = person('alice')) {
    underWay += 1
    const browser = await sessionOf({ ...person('alice'), ...as })
    const response = await app.inject({ url, headers: await browser.headers('GET', url) })
    underWay -= 1
    if (underWay === 0) letGuestsGo()
    return response
  }

  /** Returns the headers that authenticate a caller: the proof of a session, or a token. */
  async function shown(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    url: string,
    as: Partial<EdgeClaims> | { token: string } | Browser,
    input: unknown,
    sent: object | string,
  ) {
    if (as instanceof Browser) return as.headers(method, url, sent)
    if ('token' in as) return { 'x-access-token': as.token }
    const claims = { ...person('alice'), ...as }
    const isByRow = path === OfferRows.path && (input as Input<typeof OfferRows>).rows.length > 0
    if (([ReadUpload.path, SaveDataset.path] as string[]).includes(path)) list(claims)
    const isInside = (findRoute(method, path)?.takesSession || isByRow) && claims.partyId === identity.partyId
    return isInside
      ? (await sessionOf(claims)).headers(method, url, sent)
      : { 'x-access-token': await fake.edgeToken(claims) }
  }

  const inside = new Map<string, { browser: Browser; sessionId: string }>()
  /** Opens a session for a member or guest of the edge. */
  async function sessionOf(claims: EdgeClaims): Promise<Browser> {
    const { username } = claims
    list(claims)
    storeUser(db, username, claims.userId)
    const before = inside.get(username)
    if (before && sessions.find(before.sessionId)) return before.browser
    const browser = new Browser(now)
    const keyId = await calculateJwkThumbprint(await browser.publicKey())
    const { id } = sessions.open({ keyId }, username, 'pin')
    inside.set(username, { browser, sessionId: id })
    return browser
  }

  function list({ username, userId, displayName, role, orgCode }: EdgeClaims) {
    if (findMember(db, username)) return
    const known = { role: role === 'member' ? 'reader' : 'signer', department: orgCode } as const
    insertMember(db, { ...known, username, userId, displayName, addedBy: null, addTime: now().toISOString() })
    guests.add(username)
  }

  /**
   * Users who are members only during their own call, with the given role and department. Other calls do not find them.
   */
  const guests = new Set<string>()
  let underWay = 0
  function letGuestsGo() {
    for (const username of guests) deleteMember(db, username)
    guests.clear()
  }

  /** Opens a session in a browser, with the PIN that all signers share. */
  async function openSession(username: string, pin = PIN, browser = new Browser(now)) {
    await call(OpenEdgeSession, { username, proof: { pin } }, browser)
    return browser
  }

  async function upload(zip: Buffer, as: Partial<EdgeClaims> = person('alice'), name = 'table.zip') {
    const boundary = 'x-boundary-x'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`
    list({ ...person('alice'), ...as })
    underWay += 1
    const response = await app.inject({
      method: 'POST',
      url: UploadZip.path,
      headers: {
        'x-access-token': await fake.edgeToken(as),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'accept-language': 'en',
      },
      payload: Buffer.concat([Buffer.from(head), zip, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    underWay -= 1
    if (underWay === 0) letGuestsGo()
    return answerOf(UploadZip, response.json() as Envelope)
  }

  /** Creates a named dataset from CSV text. */
  async function dataSet(
    csv: string | Buffer,
    name: string,
    as: Partial<EdgeClaims> = person('alice'),
    more: object = {},
  ) {
    const draft = await upload(await zipOf({ 'table.csv': csv }), as)
    const { datasetId } = await call(
      SaveDataset,
      { draftId: draft.draftId, name, description: 'test', sharing: 'party', ...more },
      as,
    )
    return { datasetId, tableName: draft.tableName, draft }
  }

  async function connect() {
    link.start()
    await until(() => fake.isLinked && link.isConnected)
  }

  /** Reads the decision log from disk, and returns its entries, oldest first. */
  function decisions(kind?: DecisionKind): ChainEntry[] {
    const entries = readLines(decisionLogPath(dataDir)).map((line) => JSON.parse(line) as ChainEntry)
    return entries.filter((entry) => kind === undefined || entry.kind === kind)
  }

  async function close() {
    link.stop()
    await app.close()
    await runtime.close()
    await fake.goAway()
    duck.close()
    db.close()
    log.close()
    heads.close()
    await rm(dataDir, { recursive: true, force: true })
  }

  return {
    dataDir,
    clock,
    now,
    fake,
    db,
    log,
    platform,
    identity,
    duck,
    outbox,
    runtime,
    killed,
    workers,
    installed,
    lines,
    stopped,
    shutOuts,
    partners,
    heads,
    link,
    tokens,
    app,
    routes,
    deps: { dataset, grant, inference },
    join: join1,
    call,
    fetchFile,
    openSession,
    sessions,
    upload,
    dataSet,
    connect,
    decisions,
    close,
  }
}

/** Returns the result, or throws the edge's error as the console would. */
export function answerOf<E extends Endpoint>(endpoint: E, envelope: Envelope): Output<E> {
  if (!envelope.success)
    throw Object.assign(new Error(envelope.message), { code: envelope.error, params: envelope.params })
  return z.decode(endpoint.output, envelope.result as never) as Output<E>
}

export async function until(is: () => unknown, limitMs = 60_000) {
  const progressLimit = new ProgressLimit(limitMs)
  while (!(await is())) {
    if (progressLimit.hasPassed) throw new Error('timed out')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function zipOf(files: Record<string, string | Buffer>, options: { mode?: number } = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as never), name, options)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Returns CSV of a small table with the columns id, age, sex and ill. */
export const peopleCsv = (rows: number, start = 0) =>
  [
    'age,sex,ill',
    ...Array.from(
      { length: rows },
      (_, i) => `${20 + ((start + i) % 60)},${i % 2 ? 'f' : 'm'},${i % 3 ? 'no' : 'yes'}`,
    ),
  ].join('\n')

export function taskOf(taskId: string, more: Partial<EdgeTask> & { maxRounds?: number } = {}): TaskOfFake {
  const { maxRounds = 3, ...rest } = more
  return {
    taskId,
    taskName: `Task ${taskId}`,
    columnTypes: {},
    initiatorName: { cn: '第一医院', en: 'First Hospital' },
    parties: [
      { partyId: '1001', name: { cn: '第一医院', en: 'First Hospital' } },
      { partyId: '1002', name: { cn: '第二医院', en: 'Second Hospital' } },
    ],
    plan: {
      taskId,
      algorithm: 'logistic-regression',
      parameters: { rate: 0.1 },
      data: {
        kind: 'table',
        columns: [
          { name: 'age', kind: 'number' },
          { name: 'sex', kind: 'categories', categories: ['f', 'm'] },
        ],
      },
      target: { kind: 'classes', column: 'ill', classes: ['no', 'yes'], integral: false },
      maxRounds,
      parties: [
        { partyId: '1001', key: fingerprint(LINK_KEY) },
        { partyId: '1002', key: 'key of the second' },
      ],
      fewest: 2,
      seed: `seed of ${taskId}`,
    },
    algorithmName: { cn: '逻辑回归', en: 'Logistic regression' },
    originTaskId: null,
    ...rest,
  }
}
