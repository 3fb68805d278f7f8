import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { GetRun, StartTraining } from '@tessera/contract/wire'
import { freePort, LIFELINE, VERSION } from '@tessera/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '../apps/edge/src/db/open.ts'
import { Outbox, Platform, PlatformLink } from '../apps/edge/src/features/link/index.ts'
import { CountersignedHeads } from '../apps/edge/src/lib/countersigned-heads.ts'
import { DecisionLog } from '../apps/edge/src/lib/decision-log.ts'
import { loggerInto } from '../apps/edge/src/testing/logger.ts'
import { migrate } from '../apps/platform/src/db/migrate.ts'
import { openServerDatabase } from '../apps/platform/src/db/open.ts'
import { readEdges } from '../apps/platform/src/features/environment/index.ts'
import { startFakeFlower } from '../apps/platform/src/features/run/fake-flower.ts'
import { findNewestRun } from '../apps/platform/src/features/run/queries.ts'
import { serverIsThere, urlOfDatabase } from '../apps/platform/src/testing/database.ts'
import { enrolledEdge } from '../apps/platform/src/testing/edge-caller.ts'
import { buildApp, call, codeHashOf, type World } from '../apps/platform/src/testing/index.ts'
import {
  ALGORITHM,
  admin,
  buildTask,
  type Member,
  signTicket,
  WITH_ALGORITHMS,
} from '../apps/platform/src/testing/task.ts'
import { root } from './places.ts'
import { openWay } from './testing/database-way.ts'
import { findPostgres, startPostgres } from './testing/postgres.ts'
import { until } from './until.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
const sleep = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1_000))

/** Starts the platform's real server, on the folder and database of the test. */
async function startPlatform(world: World, DATABASE_URL: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { DATA_DIR } = world.settings
  const child = spawn(process.execPath, [join(root, 'apps/platform/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR,
      WEB_DIR: DATA_DIR,
      DATABASE_URL,
      PORT: String(port),
      [LIFELINE]: '3',
      ...WITH_ALGORITHMS,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  child.stdio[3]?.on('error', () => {})
  let log = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => (log += text))
  const ended = new Promise((done) => child.on('exit', done))
  closing.push(() => {
    child.kill('SIGKILL')
    return ended
  })
  const ask = async (path: string) => {
    const answer = await fetch(url + path)
    return { code: answer.status, ...((await answer.json()) as { status: string; missing?: string[] }) }
  }
  await until('the platform', () => ask('/healthz').catch(() => undefined), 180_000)
  return { url, ask, pid: child.pid as number, log: () => log }
}

/** Starts an edge's link to the platform, with the product's own code. */
async function startLink(world: World, party: Member, platformUrl: string) {
  const dataDir = join(world.settings.DATA_DIR, `edge-${party.partyId}`)
  mkdirSync(dataDir)
  const key = await enrolledEdge(world, party)
  const now = () => new Date()
  const db = openDb(dataDir)
  const log = new DecisionLog(dataDir, now)
  const platform = new Platform(platformUrl, key)
  platform.actAs(party.partyId)
  const lines: string[] = []
  const link = new PlatformLink({
    platform,
    outbox: new Outbox(db, now),
    log,
    key,
    dataDir,
    logger: loggerInto(lines),
    heads: new CountersignedHeads(dataDir, now),
    partnerKeys: () => [],
    health: () => ({
      components: { edge: 'ok', storage: 'ok', supernode: 'ok', runner: 'ok' },
      parts: { books: 'ok', pages: 'ok' },
      conditions: [],
      confinement: 'on',
      installation: { version: VERSION, codes: [codeHashOf(ALGORITHM)] },
    }),
    address: () => ({ edgeUrl: 'http://127.0.0.1:9', rootCertificate: null }),
    commands: { stopRun: () => {}, endAttempt: () => {}, unlistDataset: () => {} },
    onConnect: () => {},
    onShutOut: () => {},
  })
  link.start()
  closing.push(() => {
    link.stop()
    db.close()
    log.close()
  })
  return { link, lines }
}

let world: World
let platform: Awaited<ReturnType<typeof startPlatform>>
let members: [Member, Member]
let taskId: string
let runId: string

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Starts a platform with this database address, and a run up to its first round. */
async function begin(made: World, databaseUrl: string) {
  world = made
  closing.push(() => world.close())
  ;({ taskId, members } = await buildTask(world))
  const flower = await startFakeFlower(world.settings.DATA_DIR)
  closing.push(() => flower.close())
  platform = await startPlatform(world, databaseUrl)
  for (const party of members) await startLink(world, party, platform.url)
  const start = Date.now()
  await until('heartbeats of both edges', async () => (await lastSeen()) > start || undefined)
  for (const party of members) await signTicket(world, taskId, party)
  expect((await call(world, StartTraining, { taskId }, admin(members[0]))).result).toBeNull()
  const atFlower = async () => {
    const run = await findNewestRun(world.db, taskId)
    return run?.attemptId ? run : undefined
  }
  runId = (await until('the run at Flower', atFlower)).id
  writeEvent(1, { kind: 'started', parties: members.map(({ partyId }) => partyId), rounds: 3 })
  const rows = members.map(({ partyId }) => ({ partyId, rows: 32, validationRows: 8 }))
  writeEvent(2, { kind: 'statistics', parties: rows })
  writeRound(1)
  await until('the first round', async () => (await runNow())?.round === 1 || undefined)
}

const runNow = async () => (await call(world, GetRun, { taskId }, admin(members[0]))).result?.run

async function lastSeen() {
  const edges = await readEdges(
    world.deps,
    members.map(({ partyId }) => partyId),
  )
  return Math.min(...[...edges.values()].map((edge) => edge.lastSeen?.getTime() ?? 0))
}

/** Appends an event to the file of the run, as its ServerApp does. */
function writeEvent(seq: number, event: object) {
  const line = JSON.stringify({ runId, seq, time: new Date().toISOString(), ...event })
  appendFileSync(join(world.settings.DATA_DIR, 'runs', runId, 'events.jsonl'), `${line}\n`)
}

function writeRound(round: number) {
  const parties = members.map(({ partyId }) => ({ partyId, rows: 32, metrics: { accuracy: 0.7 } }))
  const scores = { metrics: { accuracy: 0.7 }, bytesUp: 1, bytesDown: 1, parties }
  writeEvent(round + 2, { kind: 'round', round, rounds: 3, scoredRound: 0, bestRound: 0, ...scores })
}

/** Expects that both edges report and the run continues after an outage, and that no party was blamed at any moment. */
async function expectToContinue() {
  const end = Date.now()
  writeRound(2)
  await until(
    'the run to go on',
    async () => {
      const run = await runNow()
      expect([run?.phase, run?.failure, run?.waitingFor]).toEqual(['running', null, []])
      return (run?.round === 2 && (await lastSeen()) > end) || undefined
    },
    60_000,
    100,
  )
}

async function expectDatabaseMissed() {
  const [lives, able] = await until('the platform to say so', async () => {
    const answers = [await platform.ask('/healthz'), await platform.ask('/readyz')] as const
    return answers[0].status === 'degraded' ? answers : undefined
  })
  expect(lives).toEqual({ code: 200, status: 'degraded', missing: ['database'] })
  expect(able).toEqual({ code: 503, status: 'not-ready', missing: ['database'] })
}

async function expectDatabaseBack() {
  // The platform checks its database only periodically, so runs may have continued before the check.
  await expect.poll(() => platform.ask('/readyz')).toEqual({ code: 200, status: 'ready' })
  expect(platform.log()).toMatch(/the database does not answer.*the database answers again/s)
}

describe.skipIf(!serverIsThere)('an outage on the platform’s side', () => {
  let way: Awaited<ReturnType<typeof openWay>>

  beforeEach(async () => {
    const made = await buildApp({ kind: 'server', env: WITH_ALGORITHMS })
    way = await openWay(new URL(await urlOfDatabase(made.database)))
    closing.push(() => way.close())
    await begin(made, way.url)
  })

  test.each([4, 9, 20])(
    'continues the run after %i seconds without the database, and blames no party',
    async (seconds) => {
      expect(await platform.ask('/healthz')).toEqual({ code: 200, status: 'ok' })
      expect(await platform.ask('/readyz')).toEqual({ code: 200, status: 'ready' })
      way.cut()
      const cut = Date.now()
      await expectDatabaseMissed()
      await sleep(seconds - (Date.now() - cut) / 1_000)
      way.restore()
      await expectToContinue()
      await expectDatabaseBack()
    },
  )

  test('continues the run after the platform was stopped for 12 seconds, and blames no party', async () => {
    process.kill(platform.pid, 'SIGSTOP')
    await sleep(12)
    process.kill(platform.pid, 'SIGCONT')
    await expectToContinue()
    expect(platform.log()).toContain('this process or its database was suspended')
  })
})

const bin = findPostgres()

test.skipIf(!bin)(
  'blames no party and continues the run if PostgreSQL is restarted, then killed, during training',
  async () => {
    const server = await startPostgres(bin as string)
    closing.push(() => server.remove())
    const database = await openServerDatabase(server.url)
    await migrate(database.db)
    await begin(await buildApp({ database, env: WITH_ALGORITHMS }), server.url)
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      await server.end(signal)
      await expectDatabaseMissed()
      await server.startAgain()
      await expectToContinue()
      await expectDatabaseBack()
    }
  },
)
