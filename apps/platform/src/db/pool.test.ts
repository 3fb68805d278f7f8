import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase, serverIsThere } from '../testing/database.ts'
import { query } from './pool.ts'

test.skipIf(!serverIsThere)('disables PostgreSQL’s JIT, which takes longer than any query here', async () => {
  const { db, close } = await openTestDatabase('server')
  const shown = await Promise.all([1, 2, 3].map(() => query<{ jit: string }>(db, sql`show jit`)))
  await close()
  expect(shown.flat()).toEqual([{ jit: 'off' }, { jit: 'off' }, { jit: 'off' }])
})
