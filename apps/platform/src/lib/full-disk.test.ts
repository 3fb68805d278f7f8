import { CreateParty } from '@tessera/contract/wire'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildUser, call, describeOnBoth } from '../testing/index.ts'

describeOnBoth('a database whose disk is full', (world) => {
  test('reports a full disk to the caller as the cause', async () => {
    const user = await buildUser(world())
    await world().db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = 'disk_full'; end $$`,
    )
    await world().db.execute(sql`create trigger refuse before insert on party for each row execute function refuse()`)
    const answer = await call(world(), CreateParty, { id: '4711', name: { cn: '甲', en: 'A' } }, { user })
    expect(answer.error).toBe('platform.no-space')
  })
})
