import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { cutOff, describeOn, describeOnBoth } from '../testing/index.ts'
import { query } from './pool.ts'

describeOnBoth('the bus', (world) => {
  test('tells what was committed, and nothing else', async () => {
    const { db, deps } = world()
    const heard: number[] = []
    const done = new Promise<void>((resolve) => {
      deps.bus.subscribe<{ n: number }>('numbers', ({ n }) => {
        heard.push(n)
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
    expect(heard).toEqual([2, 3])
  })

  test('refuses what PostgreSQL cannot carry', async () => {
    const { db, deps } = world()
    await expect(deps.bus.publish(db, 'big', 'x'.repeat(8_000))).rejects.toThrow('too large')
  })
})

describeOn('server', 'the bus', (world) => {
  test('comes back once after PostgreSQL was away, however long', async () => {
    const { db, deps } = world()
    const heard: number[] = []
    deps.bus.subscribe<{ n: number }>('numbers', ({ n }) => heard.push(n))
    const comeBack = await cutOff(world())
    await new Promise((done) => setTimeout(done, 3_500))
    await comeBack()
    const listeners = () =>
      query<{ pid: number }>(
        db,
        sql`select pid from pg_stat_activity where datname = current_database() and query = 'listen tessera'`,
      )
    await vi.waitFor(async () => expect(await listeners()).not.toHaveLength(0), { timeout: 8_000 })
    // Whoever else is still about to connect does so within a second.
    await new Promise((done) => setTimeout(done, 1_200))
    expect(await listeners()).toHaveLength(1)
    await deps.bus.publish(db, 'numbers', { n: 7 })
    await vi.waitFor(() => expect(heard).toEqual([7]))
  })

  test('and the pool outlive a connection that breaks in the middle of a transaction', async () => {
    const { db } = world()
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        const comeBack = await cutOff(world())
        await new Promise((done) => setTimeout(done, 200))
        await comeBack()
        await tx.execute(sql`select 1`)
      }),
    ).rejects.toThrow()
    expect(await query(db, sql`select 1 as n`)).toEqual([{ n: 1 }])
  })
})
