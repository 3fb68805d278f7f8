/**
 * Measures how long it takes until the last of all open consoles receives a notice, and until the last of many watchers
 * has a new round of a run.
 *
 *     node bench/sockets.ts [consoles] [notices]
 *
 * Two platform processes on one PostgreSQL; as many users, each with a session, a socket token and an open WebSocket to
 * the first process. Announcements by a call to that process, by a call to the other one, and by the operator's
 * function, in turns with a bare `ws` server that sends the same bytes to as many sockets on request. A figure is the
 * time in milliseconds from just before the call to each console's message.
 *
 * Then 200 members watch one run. Its ServerApp posts a round; each console is notified and requests the run, like the
 * real console. A figure is the time in milliseconds from just before the post to each answer with the round. Prints
 * one JSON object.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GetRun, GetSocketToken, HEADERS, SendAnnouncement } from '@tessera/contract/wire'
import { freePort, LIFELINE, sha256 } from '@tessera/server'
import pg from 'pg'
import { WebSocket } from 'ws'
import { migrate } from '../apps/platform/src/db/migrate.ts'
import { type Database, openServerDatabase } from '../apps/platform/src/db/open.ts'
import { startSession } from '../apps/platform/src/features/account/index.ts'
import { users } from '../apps/platform/src/features/account/table.ts'
import { announceToAll } from '../apps/platform/src/features/notification/index.ts'
import { members, parties } from '../apps/platform/src/features/party/table.ts'
import { trainingRun } from '../apps/platform/src/features/run/table.ts'
import { registration, task } from '../apps/platform/src/features/task/table.ts'
import { systemClock } from '../apps/platform/src/lib/clock.ts'

const CONSOLES = Number(process.argv[2] ?? 2_000)
/** Number of notices. A party may send at most ten announcements per hour. */
const NOTICES = Math.min(Number(process.argv[3] ?? 10), 10)
const OPENING_AT_ONCE = 50
const PREFIX = '/jeecg-boot'
const SERVER = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'
/** The parties that announce: one through the first process, the other through the second. */
const PARTIES = ['1001', '1002'] as const
/** Members of a third party, who watch its run. */
const WATCHERS = Math.min(200, CONSOLES)
const WATCHED = '1003'
const TASK = 'watched'
const RUN = 'run'
const RUN_TOKEN = 'run-token'
const ROUNDS = 20
/** Clock ticks per second, the unit of processor times in `/proc`. */
const TICKS = 100
const MESSAGE = JSON.stringify({ cmd: 'user' })

interface Person {
  userId: string
  token: string
}

interface Platform {
  url: string
  process: ChildProcess
}

const database = `tessera_bench_${randomBytes(6).toString('hex')}`
const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
const children: ChildProcess[] = []
try {
  await onServer(`create database ${database}`)
  const db = await openServerDatabase(urlOf(database))
  try {
    console.log(JSON.stringify(await measure(db), null, 2))
  } finally {
    await db.close()
  }
} finally {
  await Promise.all(children.map(end))
  await onServer(`drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
}

async function measure(db: Database) {
  await migrate(db.db)
  const people = await settle(db)
  const [first, second] = [await startPlatform('one'), await startPlatform('two')]
  const reference = await startReference()

  const began = performance.now()
  const consoles = await openAll(people, (person) => openConsole(first, person))
  const openingSeconds = (performance.now() - began) / 1_000
  const bare = await openAll(people, () => openSocket(`${reference.url.replace('http', 'ws')}/`, []))

  const [leader] = people as [Person]
  const ways = {
    bareServer: { to: bare, say: () => post(`${reference.url}/say`, '', {}) },
    sameProcess: { to: consoles, say: () => announce(first, leader, PARTIES[0]) },
    otherProcess: { to: consoles, say: () => announce(second, leader, PARTIES[1]) },
    operator: { to: consoles, say: () => announceToAll({ ...db, clock: systemClock }, 'To everybody') },
  }
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, [] as number[][]]))
  const load = loadavg()
  for (let turn = 0; turn < NOTICES; turn++) {
    for (const [way, { to, say }] of Object.entries(ways)) times[way]?.push(await delivery(to, say))
  }
  const before = await processorSeconds(first)
  const watched = await watch(db, first, people.slice(0, WATCHERS), consoles)
  const spent = (await processorSeconds(first)) - before
  for (const socket of [...consoles, ...bare]) socket.terminate()
  return {
    consoles: CONSOLES,
    notices: NOTICES,
    openingSeconds: rounded(openingSeconds),
    loadBefore: load[0],
    residentMebibytes: await residentMebibytes(first),
    milliseconds: Object.fromEntries(Object.entries(times).map(([way, all]) => [way, summary(all)])),
    rounds: {
      watchers: WATCHERS,
      milliseconds: summary(watched),
      processorMilliseconds: rounded((spent * 1_000) / ROUNDS),
    },
  }
}

/** Returns, for each round and watcher, the milliseconds until the watcher has the round. */
async function watch(db: Database, platform: Platform, people: Person[], consoles: WebSocket[]): Promise<number[][]> {
  await settleRun(db, people)
  const rounds: number[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const seq = round + 1
    const began = performance.now()
    const seen = people.map(async (person, n) => {
      await untilRound(consoles[n] as WebSocket, seq)
      await readRound(platform, person, seq)
      return performance.now() - began
    })
    await post(`${platform.url}/engine/runs/${RUN}/events`, JSON.stringify(roundEvent(round, seq)), {
      authorization: `Bearer ${RUN_TOKEN}`,
      'content-type': 'application/json',
    })
    rounds.push(await Promise.all(seen))
  }
  return rounds
}

function untilRound(socket: WebSocket, seq: number): Promise<void> {
  return new Promise((resolve) => {
    const listen = (data: unknown) => {
      const message = JSON.parse(String(data)) as { cmd: string; seq?: number }
      if (message.cmd !== 'run' || message.seq !== seq) return
      socket.off('message', listen)
      resolve()
    }
    socket.on('message', listen)
  })
}

async function readRound({ url }: Platform, { token }: Person, seq: number) {
  const headers = { [HEADERS.token]: token, [HEADERS.party]: WATCHED }
  const answer = await fetch(`${url}${PREFIX}${GetRun.path}?id=${TASK}&afterSeq=${seq - 1}`, { headers })
  const { success, result, message } = (await answer.json()) as {
    message: string
    success: boolean
    result: { events: { seq: number }[] }
  }
  if (!success || result.events.at(-1)?.seq !== seq) throw new Error(`round ${seq} is not there: ${message}`)
}

/** Adds an active run of two parties that no other process takes over. */
async function settleRun({ db }: Database, people: Person[]) {
  const now = new Date()
  const by = { createdByUserId: 'person-0', createdBy: 'person-0', createTime: now }
  await db
    .insert(parties)
    .values({ id: WATCHED, name: WATCHED, nameEn: WATCHED, createdBy: 'person-0', createTime: now })
  const role = (n: number) => (n === 0 ? 'super-admin' : 'member')
  await db
    .insert(members)
    .values(
      people.map(
        ({ userId }, n) => ({ partyId: WATCHED, userId, role: role(n), orgCode: 'A01', joinTime: now }) as const,
      ),
    )
  const named = { name: 'Watched', description: '', partyId: WATCHED, algorithmId: 'none', ...by }
  const fields = { id: TASK, visibility: 'public', status: 'training', researchType: 'federated' } as const
  await db.insert(task).values({ ...named, ...fields })
  await db.insert(registration).values([
    { id: 'r1', taskId: TASK, partyId: WATCHED, role: 'initiator', status: 'joined', note: '', ...by },
    { id: 'r2', taskId: TASK, partyId: PARTIES[0], role: 'participant', status: 'joined', note: '', ...by },
  ])
  const state = {
    phase: 'running',
    step: 'train',
    round: 0,
    rounds: ROUNDS,
    metrics: {},
    waitingFor: [],
    lastSeq: 1,
  } as const
  await db.insert(trainingRun).values({
    id: RUN,
    taskId: TASK,
    algorithmId: 'none',
    codeHash: 'none',
    startedByUserId: 'person-0',
    ...state,
    waitingFor: [],
    createTime: now,
    startTime: now,
    isSubmitted: true,
    attemptId: '1',
    tokenHash: sha256(RUN_TOKEN),
    leaseOwner: 'bench',
    leaseUntil: new Date(now.getTime() + 3_600_000),
    plan: {
      taskId: TASK,
      algorithm: 'none',
      parameters: {},
      maxRounds: ROUNDS,
      fewest: 2,
      seed: '',
      target: null,
      data: { kind: 'table', columns: [{ name: 'age', kind: 'number' }] },
      parties: [WATCHED, PARTIES[0]].map((partyId) => ({ partyId, key: '' })),
    },
    parties: [WATCHED, PARTIES[0]].map((partyId) => ({
      partyId,
      name: partyId,
      rowsOffered: 100,
      rowsUsed: 80,
      validationRows: 20,
      metrics: {},
      aloneMetrics: null,
    })),
  })
}

function roundEvent(round: number, seq: number) {
  return {
    kind: 'round',
    runId: RUN,
    seq,
    time: new Date().toISOString(),
    round,
    rounds: ROUNDS,
    scoredRound: round - 1,
    bestRound: 0,
    metrics: { accuracy: 0.9, loss: 0.3, auc: 0.95 },
    parties: [WATCHED, PARTIES[0]].map((partyId) => ({ partyId, rows: 80, metrics: { accuracy: 0.9 }, seconds: 0.4 })),
    bytesUp: 1000 * round,
    bytesDown: 1000 * round,
  }
}

/** Returns the milliseconds until each of these sockets has received one message. */
async function delivery(sockets: WebSocket[], say: () => Promise<unknown>): Promise<number[]> {
  const received: number[] = []
  let done = () => {}
  const all = new Promise<void>((resolve) => {
    done = resolve
  })
  const began = performance.now()
  for (const socket of sockets) {
    socket.once('message', (data) => {
      if (String(data) !== MESSAGE) throw new Error(`unexpected message: ${data}`)
      received.push(performance.now() - began)
      if (received.length === sockets.length) done()
    })
  }
  const late = setTimeout(() => {
    throw new Error(`only ${received.length} of ${sockets.length} received it within a minute`)
  }, 60_000)
  await Promise.all([say(), all])
  clearTimeout(late)
  // Pause, so that the work after one notice does not affect the next one.
  await new Promise((resolve) => setTimeout(resolve, 200))
  return received
}

/** Summarises all delivery times and, for each notice, the time after which all consoles have it. */
function summary(notices: number[][]) {
  const each = notices.flat().toSorted((a, b) => a - b)
  const last = notices.map((times) => Math.max(...times)).toSorted((a, b) => a - b)
  return { n: each.length, p50: at(each, 0.5), p99: at(each, 0.99), lastMedian: at(last, 0.5), lastMost: at(last, 1) }
}

function at(sorted: number[], share: number): number {
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** Adds one user per console. All users are members of both parties. */
async function settle({ db }: Database): Promise<Person[]> {
  const now = new Date()
  const ids = Array.from({ length: CONSOLES }, (_, n) => `person-${n}`)
  const about = { displayName: '', passwordHash: '', createTime: now }
  await db.insert(users).values(ids.map((id) => ({ id, username: id, usernameKey: id, ...about })))
  for (const id of PARTIES) {
    await db.insert(parties).values({ id, name: id, nameEn: `P${id}`, createdBy: 'person-0', createTime: now })
    const role = (n: number) => (n === 0 ? 'super-admin' : 'member')
    const rows = ids.map(
      (userId, n) => ({ partyId: id, userId, role: role(n), orgCode: 'A01', joinTime: now }) as const,
    )
    await db.insert(members).values(rows)
  }
  return Promise.all(ids.map(async (userId) => ({ userId, token: (await startSession(db, userId, now)).token })))
}

async function startPlatform(name: string): Promise<Platform> {
  const port = await freePort()
  const script = fileURLToPath(new URL('../apps/platform/src/main.ts', import.meta.url))
  const child = start(script, {
    PORT: String(port),
    DATABASE_URL: urlOf(database),
    DATA_DIR: join(folder, name),
    WEB_DIR: folder,
    ALGORITHMS_DIR: folder,
    LOG_LEVEL: 'warn',
  })
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/healthz`)
  return { url, process: child }
}

/** Starts the reference: the simplest server, with one loop over its sockets. */
async function startReference(): Promise<{ url: string }> {
  const port = await freePort()
  start(fileURLToPath(new URL('bare-sockets.ts', import.meta.url)), { PORT: String(port), MESSAGE })
  const url = `http://127.0.0.1:${port}`
  await answers(url)
  return { url }
}

function start(script: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, [LIFELINE]: '3', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  children.push(child)
  return child
}

async function answers(url: string) {
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(url).catch(() => null)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

async function openConsole({ url }: Platform, { userId, token }: Person): Promise<WebSocket> {
  const answer = await fetch(`${url}${PREFIX}${GetSocketToken.path}`, { headers: { [HEADERS.token]: token } })
  const { result } = (await answer.json()) as { result: { ticket: string } }
  return openSocket(`${url.replace('http', 'ws')}${PREFIX}/websocket/${userId}`, [result.ticket], url)
}

function openSocket(url: string, protocols: string[], origin?: string): Promise<WebSocket> {
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false, ...(origin ? { origin } : {}) })
  return new Promise((resolve, reject) => socket.once('open', () => resolve(socket)).once('error', reject))
}

async function openAll(people: Person[], open: (person: Person) => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let n = 0; n < people.length; n += OPENING_AT_ONCE) {
    sockets.push(...(await Promise.all(people.slice(n, n + OPENING_AT_ONCE).map(open))))
  }
  return sockets
}

function announce({ url }: Platform, { token }: Person, partyId: string) {
  const headers = { [HEADERS.token]: token, [HEADERS.party]: partyId }
  return post(`${url}${PREFIX}${SendAnnouncement.path}`, 'msgContent=To+everybody', headers)
}

async function post(url: string, body: string, headers: Record<string, string>) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } })
  if (response.status === 204) return
  const answer = (await response.json()) as { success: boolean; message?: string }
  if (!answer.success) throw new Error(`${url}: ${answer.message}`)
}

async function residentMebibytes({ process: { pid } }: Platform): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** Returns the processor time used by the process, which does not include other work on the machine. */
async function processorSeconds({ process: { pid } }: Platform): Promise<number> {
  const [, , ...fields] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  return gone
}

function urlOf(name: string): string {
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  await client.query(statement)
  await client.end()
}
