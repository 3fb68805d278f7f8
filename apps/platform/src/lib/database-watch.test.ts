import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDatabase } from './database-watch.ts'
import type { Deps } from './deps.ts'

const start = new Date('2026-03-01T12:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a watch. `pass` lets time pass, and sets for each period whether the database answers. */
function open() {
  let answers = true
  const log = { warn: vi.fn(), error: vi.fn() }
  const db = { execute: async () => (answers ? [] : Promise.reject(new Error('away'))) }
  const deps = { db, clock: { now: () => new Date() }, log } as unknown as Deps
  const databaseWatch = watchDatabase(deps)
  return {
    databaseWatch,
    log,
    now: () => databaseWatch.outageBefore(new Date()),
    async pass(seconds: number, isThere: boolean) {
      answers = isThere
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
    },
    /** Moves the clock forward without firing a timer, as if the process were suspended. */
    standStill: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000),
  }
}

test('reports no outage while the database answers', async () => {
  const { databaseWatch, now, pass } = open()
  await pass(60, true)
  expect(now()).toBeNull()
  expect(databaseWatch.hasDatabase()).toBe(true)
  await databaseWatch.stop()
})

test('reports an unavailable database as an outage at once and until it answers, and logs it once', async () => {
  const { databaseWatch, now, pass, log } = open()
  await pass(10, true)
  await pass(5, false)
  expect(now()).toEqual({ from: at(10), to: at(15) })
  expect(databaseWatch.hasDatabase()).toBe(false)
  await pass(4, false)
  await pass(20, true)
  expect(now()).toEqual({ from: at(10), to: at(19.5) })
  expect(databaseWatch.hasDatabase()).toBe(true)
  expect([log.error.mock.calls.length, log.warn.mock.calls]).toEqual([1, [[{ seconds: 10 }, expect.any(String)]]])
  await databaseWatch.stop()
})

test('detects that the process was suspended before its next check', async () => {
  const { databaseWatch, now, pass, standStill } = open()
  await pass(10, true)
  standStill(8)
  expect(now()).toEqual({ from: at(10), to: at(18) })
  await pass(1, true)
  expect(now()?.from).toEqual(at(10))
  await databaseWatch.stop()
})

test('merges consecutive outages, because edges had no time to report between them', async () => {
  const { databaseWatch, now, pass } = open()
  await pass(10, true)
  await pass(5, false)
  await pass(4, true)
  await pass(5, false)
  expect(now()).toEqual({ from: at(10), to: at(24) })
  await pass(30, true)
  await pass(5, false)
  expect(now()).toEqual({ from: at(54), to: at(59) })
  await databaseWatch.stop()
})
