import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase, serverIsThere } from '../testing/database.ts'
import { cutOff, describeOnBoth } from '../testing/index.ts'
import { RECONNECT_MS } from './bus.ts'
import type { Database } from './open.ts'
import { query } from './pool.ts'

describeOnBoth('the bus', (world) => {
  test('delivers only messages whose transaction committed', async () => {
    const { db, deps } = world()
    const received: number[] = []
    const done = new Promise<void>((resolve) => {
      deps.bus.subscribe<{ n: number }>('numbers', ({ n }) => {
        received.push(n)
        if (n === 3) resolve()
      })
    })
    await deps.bus.publish(db, 'other', { n: 9 })
    await db
      .transaction(async (tx) => {
        await deps.bus.publish(tx, 'numbers', { n: 1 })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await db.transaction((tx) => deps.bus.publish(tx, 'numbers', { n: 2 }))
    await deps.bus.publish(db, 'numbers', { n: 3 })
    await done
    expect(received).toEqual([2, 3])
  })

  test('refuses messages that exceed the limit of PostgreSQL’s NOTIFY', async () => {
    const { db, deps } = world()
    await expect(deps.bus.publish(db, 'big', 'x'.repeat(8_000))).rejects.toThrow('too large')
  })
})

describe.skipIf(!serverIsThere)('the bus (PostgreSQL)', () => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase('server')
  })
  afterEach(() => database.close())

  test('reconnects once after PostgreSQL was unreachable for any time', async () => {
    const { db, bus } = database
    const received: number[] = []
    bus.subscribe<{ n: number }>('numbers', ({ n }) => received.push(n))
    const retries = countRetries()
    const comeBack = await cutOff(database)
    for (const nth of [1, 2, 3]) expect(await retries.next()).toBe(nth)
    await comeBack()
    expect(await retries.next()).toBe(4)
    expect(retries.planned()).toBe(4)
    retries.letGo()
    const listeners = () =>
      query<{ pid: number }>(
        db,
        sql`select pid from pg_stat_activity where datname = current_database() and query = 'listen tessera'`,
      )
    await vi.waitFor(async () => expect(await listeners()).toHaveLength(1))
    await bus.publish(db, 'numbers', { n: 7 })
    await vi.waitFor(() => expect(received).toEqual([7]))
  })

  test('keeps the bus and the pool working after a connection breaks during a transaction', async () => {
    const { db } = database
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        const comeBack = await cutOff(database)
        await comeBack()
        await tx.execute(sql`select 1`)
      }),
    ).rejects.toThrow()
    expect(await query(db, sql`select 1 as n`)).toEqual([{ n: 1 }])
  })
})

/**
 * Stops the clock except for the reconnects, which the test triggers one by one. `next` returns how many reconnects
 * have begun.
 */
function countRetries() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [timers, connect] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(pg.Client.prototype, 'connect')]
  // The mocks must be restored in this order, and only once. Otherwise the stopped clock would return, also in later
  // test files.
  const letGo = () => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
  onTestFinished(letGo)
  const planned = () => timers.mock.calls.filter(([, ms]) => ms === RECONNECT_MS).length
  let made = 0
  async function next() {
    const before = made
    while (planned() <= before) await new Promise(setImmediate)
    const calls = connect.mock.calls.length
    vi.advanceTimersByTime(RECONNECT_MS)
    made += connect.mock.calls.length - calls
    await Promise.allSettled(connect.mock.results.map(({ value }) => value))
    return made
  }
  return { planned, next, letGo }
}
