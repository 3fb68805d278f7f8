/**
 * A notice to everybody who has the console open: how long until the last of them hears it.
 *
 *     node bench/sockets.ts [consoles] [notices]
 *
 * Two platform processes on one PostgreSQL, as many users each with a session, a socket token and an open WebSocket on the
 * first of them. Announcements by call through that process, through the other one, and by the operator's function; in
 * turns with a bare `ws` server that sends the same bytes to as many sockets as soon as it is asked. A figure is the
 * milliseconds from just before the call to each console's message. Prints one JSON object.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GetSocketToken, HEADERS, SendAnnouncement } from '@tessera/contract/wire'
import { freePort, LIFELINE } from '@tessera/server'
import pg from 'pg'
import { WebSocket } from 'ws'
import { migrate } from '../apps/platform/src/db/migrate.ts'
import { type Database, openServerDatabase } from '../apps/platform/src/db/pool.ts'
import { startSession } from '../apps/platform/src/features/account/index.ts'
import { users } from '../apps/platform/src/features/account/table.ts'
import { announceToAll } from '../apps/platform/src/features/notification/index.ts'
import { members, parties } from '../apps/platform/src/features/party/table.ts'
import { systemClock } from '../apps/platform/src/lib/clock.ts'

const CONSOLES = Number(process.argv[2] ?? 2_000)
/** A party may announce ten times an hour. */
const NOTICES = Math.min(Number(process.argv[3] ?? 10), 10)
const OPENING_AT_ONCE = 50
const PREFIX = '/jeecg-boot'
const SERVER = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'
/** Announced through the first process, and through the second. */
const PARTIES = ['1001', '1002'] as const
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
  for (const socket of [...consoles, ...bare]) socket.terminate()
  return {
    ...{ consoles: CONSOLES, notices: NOTICES, openingSeconds: rounded(openingSeconds), loadBefore: load[0] },
    residentMebibytes: await residentMebibytes(first),
    milliseconds: Object.fromEntries(Object.entries(times).map(([way, all]) => [way, summary(all)])),
  }
}

/** Milliseconds until each of these sockets heard one message. */
async function delivery(sockets: WebSocket[], say: () => Promise<unknown>): Promise<number[]> {
  const heard: number[] = []
  let done = () => {}
  const all = new Promise<void>((resolve) => {
    done = resolve
  })
  const began = performance.now()
  for (const socket of sockets) {
    socket.once('message', (data) => {
      if (String(data) !== MESSAGE) throw new Error(`something else was said: ${data}`)
      heard.push(performance.now() - began)
      if (heard.length === sockets.length) done()
    })
  }
  const late = setTimeout(() => {
    throw new Error(`only ${heard.length} of ${sockets.length} heard it within a minute`)
  }, 60_000)
  await Promise.all([say(), all])
  clearTimeout(late)
  // Whatever the last notice left to do is no matter of the next one.
  await new Promise((resolve) => setTimeout(resolve, 200))
  return heard
}

/** Of all deliveries, and of the last one of each notice: only then has everybody heard. */
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

/** As many users as there are consoles, all of them members of both parties. */
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
  return Promise.all(ids.map(async (userId) => ({ userId, token: await startSession(db, userId, now) })))
}

async function startPlatform(name: string): Promise<Platform> {
  const port = await freePort()
  const script = fileURLToPath(new URL('../apps/platform/src/main.ts', import.meta.url))
  const child = start(script, {
    ...{ PORT: String(port), DATABASE_URL: urlOf(database), DATA_DIR: join(folder, name) },
    ...{ WEB_DIR: folder, ALGORITHMS_DIR: folder, LOG_LEVEL: 'warn' },
  })
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/healthz`)
  return { url, process: child }
}

/** The least a server can do: one loop over its sockets. */
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
  const answer = (await (await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } })).json()) as {
    success: boolean
    message?: string
  }
  if (!answer.success) throw new Error(`${url}: ${answer.message}`)
}

async function residentMebibytes({ process: { pid } }: Platform): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
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
