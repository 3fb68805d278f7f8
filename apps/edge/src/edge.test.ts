import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { phrase } from '@tessera/contract'
import { acquireLock, createLogger, freePort } from '@tessera/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDb } from './db/open.ts'
import { startEdge } from './edge.ts'
import { listMembers, pepperFile } from './features/signing/index.ts'
import { decisionLogPath, readLines } from './lib/decision-log.ts'
import { readEdgeSettings } from './settings.ts'
import { FakePlatform } from './testing/fake-platform.ts'
import { loggerInto } from './testing/logger.ts'
import { until } from './testing/world.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-one-edge-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = () =>
  startEdge(readEdgeSettings({ PLATFORM_URL: 'http://127.0.0.1:9', DATA_DIR: dataDir }), createLogger('silent'))
const lock = () => acquireLock(join(dataDir, 'edge.lock'), (holder) => `held by ${holder}`)

test('a second edge that starts on the folder of a running edge changes nothing', async () => {
  mkdirSync(join(dataDir, 'tmp'))
  writeFileSync(join(dataDir, 'tmp', 'upload'), 'half way')
  const giveBack = lock()
  const before = readdirSync(dataDir, { recursive: true }).sort()
  await expect(start()).rejects.toThrow(`DATA_DIR is in use by another edge, process ${process.pid}`)
  expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(before)
  giveBack()
})

test('a second start does not disturb a running edge; after the edge stops, its folder is free again', async () => {
  const platform = await new FakePlatform().start()
  const python = join(dataDir, 'python')
  writeFileSync(python, '#!/bin/sh\ncat <&3\n', { mode: 0o755 })
  const startHere = async () =>
    startEdge(
      readEdgeSettings({
        PLATFORM_URL: platform.url,
        DATA_DIR: dataDir,
        PYTHON: python,
        PORT: String(await freePort()),
        EDGE_ENROLMENT: platform.enrolmentCode,
      }),
      createLogger('silent'),
    )
  const edge = await startHere()
  try {
    await until(() => platform.isLinked)
    const secret = () => readFileSync(join(dataDir, 'keys', 'guard-secret'), 'utf8')
    const before = secret()
    await expect(startHere()).rejects.toThrow('in use by another edge')
    // Codes and PINs are hashed with the strong parameters and with a pepper that only this edge has.
    const books = openDb(dataDir)
    expect(listMembers(books)[0]?.codeHash).toMatch(/^scrypt:131072:8:1:[\w-]{16}:/)
    books.close()
    expect(statSync(pepperFile(dataDir)).mode & 0o777).toBe(0o600)
    expect(secret()).toBe(before)
    expect(existsSync(join(dataDir, 'tmp'))).toBe(true)
    expect(platform.isLinked).toBe(true)
  } finally {
    await edge.stop()
  }
  const again = await startHere()
  expect(again.partyId).toBe(platform.partyId)
  await again.stop()
  await platform.goAway()
})

test('reports the health of the database and of the pages in each heartbeat', async () => {
  const platform = await new FakePlatform().start()
  const python = join(dataDir, 'python')
  writeFileSync(python, '#!/bin/sh\ncat <&3\n', { mode: 0o755 })
  const edge = await startEdge(
    readEdgeSettings({
      PLATFORM_URL: platform.url,
      DATA_DIR: dataDir,
      PYTHON: python,
      PORT: String(await freePort()),
      EDGE_ENROLMENT: platform.enrolmentCode,
      PAGE_DIR: join(dataDir, 'never-built'),
    }),
    createLogger('silent'),
  )
  await until(() => platform.heartbeats.length > 0)
  const [beat] = platform.heartbeats
  expect(beat?.parts).toEqual({ books: 'ok', pages: 'failed' })
  expect(beat?.components).toMatchObject({ edge: 'ok', storage: 'ok' })
  await edge.stop()
  await platform.goAway()
})

test('when an edge is revoked, stops its engine at once, keeps its data and logs the reason', {
  meta: { spec: 'calls.flPartyInfo/edge' },
}, async () => {
  const platform = await new FakePlatform().start()
  const python = join(dataDir, 'python')
  const pids = join(dataDir, 'pids')
  writeFileSync(python, `#!/bin/sh\necho $$ >> ${pids}\ncat <&3\n`, { mode: 0o755 })
  const lines: string[] = []
  const edge = await startEdge(
    readEdgeSettings({
      PLATFORM_URL: platform.url,
      DATA_DIR: dataDir,
      PYTHON: python,
      PORT: String(await freePort()),
      EDGE_ENROLMENT: platform.enrolmentCode,
    }),
    loggerInto(lines),
  )
  const running = () => readFileSync(pids, 'utf8').trim().split('\n').map(Number).filter(isAlive)
  await until(() => platform.isLinked && existsSync(pids) && running().length === 2)
  platform.shutOut('edge.revoked')
  await until(() => running().length === 0)
  expect(lines).toContain(phrase('en', 'edge.revoked'))
  expect(lines).toContainEqual(expect.stringMatching(/^alice may sign .* [A-Z0-9-]{14} .*\/members$/))
  const log = readLines(decisionLogPath(dataDir)).map((line) => JSON.parse(line) as { kind: string; data: object })
  expect(log.at(-1)).toMatchObject({ kind: 'shut-out', data: { because: 'edge.revoked' } })
  expect(existsSync(join(dataDir, 'edge.sqlite'))).toBe(true)
  await edge.stop()
  await platform.goAway()
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('releases its folder if the edge fails to start', async () => {
  await expect(start()).rejects.toThrow('EDGE_ENROLMENT')
  expect(existsSync(join(dataDir, 'edge.sqlite'))).toBe(true)
  lock()()
})

test('logs only JSON lines, the last of which contains the reason why the process ended', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { PATH: process.env.PATH, PLATFORM_URL: 'http://127.0.0.1:9', DATA_DIR: dataDir, PORT: 'none' }
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env,
    encoding: 'utf8',
  })
  const lines = stdout.trimEnd().split('\n')
  expect(stderr).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 60, msg: expect.stringContaining('PORT=none') },
  ])
  expect(status).toBe(78)
})
