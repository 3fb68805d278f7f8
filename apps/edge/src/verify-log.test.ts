import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countersignedPath, DecisionLog, decisionLogPath } from './lib/decision-log.ts'
import { buildWorld, until, type World } from './testing/world.ts'
import { verifyLog } from './verify-log.ts'

let world: World
beforeEach(async () => {
  world = await buildWorld()
  for (const taskId of ['a', 'b', 'c']) world.log.append('ticket-signed', { taskId, columns: ['年龄', 'age'] })
})
afterEach(() => world.close())

const lines = () => readFileSync(decisionLogPath(world.dataDir), 'utf8').split('\n').filter(Boolean)
const rewrite = (changed: string[]) =>
  writeFileSync(decisionLogPath(world.dataDir), changed.map((line) => `${line}\n`).join(''))

test('an untouched log is whole', async () => {
  expect(await verifyLog(world.dataDir)).toEqual({ entries: 4, head: world.log.head, countersigned: 0, problem: null })
})

test.each([
  ['a word changed', (all: string[]) => all.map((line) => line.replace('"taskId":"b"', '"taskId":"x"')), 3],
  ['a line dropped', (all: string[]) => all.filter((line) => !line.includes('"taskId":"b"')), 3],
  ['two lines swapped', (all: string[]) => [all[0], all[2], all[1], all[3]] as string[], 2],
  ['a line that is none', (all: string[]) => [...all.slice(0, 2), 'gibberish', ...all.slice(2)], 3],
])('%s is found', async (_what, change, at) => {
  rewrite(change(lines()))
  expect((await verifyLog(world.dataDir)).problem).toBe(`entry ${at} does not follow from the one before it`)
})

test('a log rewritten or cut as a whole no longer fits what the platform signed', async () => {
  await world.connect()
  await until(() => world.fake.heartbeats.length > 1)
  expect(await verifyLog(world.dataDir)).toMatchObject({ countersigned: 1, problem: null })

  const all = lines()
  rewrite(all.slice(0, 2))
  expect((await verifyLog(world.dataDir)).problem).toMatch('the log was changed or cut')
  rewrite(all)
  const forged = readFileSync(countersignedPath(world.dataDir), 'utf8').replace(/"hash":"./, '"hash":"_')
  writeFileSync(countersignedPath(world.dataDir), forged)
  expect((await verifyLog(world.dataDir)).problem).toMatch("is not the platform's")
})

test('half a line after a crash is cut, and the chain goes on', async () => {
  appendFileSync(decisionLogPath(world.dataDir), '{"seq":5,"ti')
  const reopened = new DecisionLog(world.dataDir)
  expect(reopened.head).toEqual(world.log.head)
  reopened.append('read', {})
  reopened.close()
  expect(await verifyLog(world.dataDir)).toMatchObject({ entries: 5, problem: null })
})
