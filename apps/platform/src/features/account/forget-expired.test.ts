import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../lib/clock.ts'
import { buildUser, describeOnOne } from '../../testing/index.ts'
import { forgetExpired } from './forget-expired.ts'
import { sessions } from './table.ts'

describeOnOne('deleting expired entries', (world) => {
  test('deletes expired sessions and keeps active sessions', async () => {
    const { db, deps, clock } = world()
    const old = await buildUser(world())
    clock.advance(DAY_MS + 1)
    const fresh = await buildUser(world())
    await forgetExpired(deps)
    const left = async (userId: string) => db.$count(sessions, eq(sessions.userId, userId))
    expect([await left(old.userId), await left(fresh.userId)]).toEqual([0, 1])
  })
})
