import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf, verifyLogs } from '@tessera/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countersignedPath, DecisionLog, decisionLogPath, logFolder } from './lib/decision-log.ts'
import { openEdgeLog } from './open-log.ts'
import { buildWorld, until, type World } from './testing/world.ts'

let world: World
beforeEach(async () => {
  world = await buildWorld()
  for (const taskId of ['a', 'b', 'c']) world.log.append('ticket-signed', { taskId, columns: ['年龄', 'a\u2028ge'] })
})
afterEach(() => world.close())

const check = (path = world.dataDir) => verifyLogs(undefined, [openEdgeLog(path)])
const lines = () => readFileSync(decisionLogPath(world.dataDir), 'utf8').split('\n').filter(Boolean)
const rewrite = (changed: string[]) =>
  writeFileSync(decisionLogPath(world.dataDir), changed.map((line) => `${line}\n`).join(''))

test('verifies the log of a real edge from its folder, from a copy of the log, and from the file alone', async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.length > 1)
  const copy = join(world.dataDir, 'copied')
  cpSync(logFolder(world.dataDir), copy, { recursive: true })
  for (const path of [world.dataDir, logFolder(world.dataDir), copy, decisionLogPath(world.dataDir)]) {
    const { faults, notes, read } = await check(path)
    expect({ faults, notes }).toEqual({ faults: [], notes: [] })
    expect(read[0]).toMatch(`: ${lines().length} entries of the edge of party 1001`)
  }
})

test('detects a rewritten or truncated log, because it does not match the heads that the platform signed', {
  meta: { spec: 'calls.offline-log-verification' },
}, async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.length > 1)
  const all = lines()
  rewrite(all.slice(0, 2))
  expect((await check()).faults[0]).toMatch(
    /line 2: the log ends with entry 2, where there were \d: its end was cut off/,
  )
  rewrite(all)
  const signed = countersignedPath(world.dataDir)
  writeFileSync(signed, readFileSync(signed, 'utf8').replace(/"hash":"./, '"hash":"_'))
  expect((await check()).faults[0]).toMatch('is not signed by a key the platform publishes')
})

test('removes a line that a crash left incomplete, and continues the chain', async () => {
  const next = lines().length + 1
  writeFileSync(decisionLogPath(world.dataDir), `{"seq":${next},"ti`, { flag: 'a' })
  expect((await check()).faults[0]).toMatch(`line ${next}: cannot be read as an entry, where entry ${next} should be`)
  const reopened = new DecisionLog(world.dataDir)
  expect(reopened.head).toEqual(world.log.head)
  reopened.append('read', {})
  reopened.close()
  expect((await check()).faults).toEqual([])
})

test('returns an error for a folder without a log', () => {
  expect(() => openEdgeLog(join(world.dataDir, 'keys'))).toThrow('holds no log of an edge')
  expect(() => openEdgeLog(join(world.dataDir, 'nowhere'))).toThrow('There is nothing at')
})

test('splits the log into lines, wherever its chunks end', async () => {
  const path = join(world.dataDir, 'lines')
  const texts = ['a', '', 'b\u2028\u2029c\rd', '年'.repeat(60_000), 'e']
  writeFileSync(path, texts.join('\n'))
  const read: string[] = []
  for await (const line of linesOf(path)) read.push(line)
  expect(read).toEqual(texts)
})
