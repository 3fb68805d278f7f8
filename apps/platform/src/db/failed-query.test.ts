import { logError } from '@tessera/server'
import { expect, test } from 'vitest'
import { describeOnBoth } from '../testing/index.ts'
import { rateLimits } from './table.ts'

describeOnBoth('a failed statement', (world) => {
  test('logs a failed query without its values', async () => {
    const { db, clock } = world()
    const row = { key: 'login:13800000000', windowStart: clock.now(), count: 1 }
    await db.insert(rateLimits).values(row)
    const error = await db
      .insert(rateLimits)
      .values(row)
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(row.key)
    const logged = logError(error)
    expect(logged).toMatchObject({ message: expect.stringContaining('insert into'), cause: { code: '23505' } })
    expect(JSON.stringify(logged)).not.toContain(row.key)
  })
})
