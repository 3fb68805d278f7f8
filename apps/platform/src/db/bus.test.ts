import { expect, test } from 'vitest'
import { describeOnBoth } from '../testing/index.ts'

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
