import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterEach, describe, expect, test } from 'vitest'
import { partiesOfDemo } from '../lib/demo.ts'
import { type DatabaseKind, openEmptyDatabase, openEmptyEmbedded, serverIsThere } from '../testing/database.ts'
import { MIGRATIONS, migrate, readVersion } from './migrate.ts'
import { type Database, embeddedDatabase, query } from './pool.ts'

const KNOWN = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
const NOW = '2026-06-01T10:00:00.123Z'

let database: Database | undefined
afterEach(async () => {
  await database?.close()
  database = undefined
})

/** A database as the first two steps left it, in use: two parties, an administrator apart from the creator, a task. */
async function openEarlier(kind: DatabaseKind): Promise<Database> {
  database = kind === 'embedded' ? await embeddedDatabase(await openEmptyEmbedded()) : await openEmptyDatabase()
  const { db } = database
  await migrate(db, { only: KNOWN.slice(0, 2) })
  for (const name of ['ann', 'ben', 'cid', 'dan']) {
    await db.execute(
      sql`insert into account (id, username, username_key, display_name, email, password_hash, create_time)
        values (${name}, ${name}, ${name}, ${name}, ${`${name}@example.org`}, ${'hash'}, ${NOW})`,
    )
  }
  for (const [id, creator] of [
    ['1001', 'ann'],
    ['1002', 'cid'],
  ]) {
    await db.execute(
      sql`insert into party (id, name, name_en, created_by, create_time) values (${id}, ${`甲${id}`}, ${`P${id}`}, ${creator}, ${NOW})`,
    )
  }
  // The creator of 1002 has left it: its one administrator must not be without a successor.
  for (const [party, user, role] of [
    ['1001', 'ann', 'admin'],
    ['1001', 'ben', 'admin'],
    ['1001', 'dan', 'member'],
    ['1002', 'dan', 'admin'],
    ['1002', 'ben', 'member'],
  ]) {
    await db.execute(
      sql`insert into party_member (party_id, user_id, role, org_code, join_time) values (${party}, ${user}, ${role}, 'A01', ${NOW})`,
    )
  }
  await db.execute(
    sql`insert into task (id, name, description, party_id, visibility, status, research_type, parameters, created_by_user_id, created_by, create_time)
      values ('t1', 'Herz 任务', '', '1001', 'public', 'completed', 'federated', '{"learning_rate": 0.1}', 'ann', 'ann', ${NOW})`,
  )
  for (const [party, status] of [
    ['1001', 'joined'],
    ['1002', 'left'],
  ]) {
    await db.execute(
      sql`insert into registration (id, task_id, party_id, role, status, note, created_by_user_id, created_by, create_time)
        values (${`r${party}`}, 't1', ${party}, 'participant', ${status}, '', 'ann', 'ann', ${NOW})`,
    )
  }
  await db.execute(
    sql`insert into notification (id, user_id, party_id, kind, params, subject, subject_id, send_time)
      values ('n1', 'ann', '1001', 'run.completed', '{"task": "任务"}', 'task', 't1', ${NOW})`,
  )
  // Stopped, as versions up to 2.7 kept it: a failed task, and nobody named.
  await db.execute(
    sql`insert into task (id, name, description, party_id, visibility, status, research_type, created_by_user_id, created_by, create_time)
      select id, '停', '', '1001', 'public', 'failed', 'federated', 'ann', 'ann', ${NOW}::timestamptz from unnest(array['t2', 't3']) as id`,
  )
  for (const [id, taskId, phase, time] of [
    ['u1', 't2', 'failed', '2026-06-01T08:00:00Z'],
    ['u2', 't2', 'stopped', NOW],
    ['u3', 't3', 'stopped', '2026-06-01T08:00:00Z'],
    ['u4', 't3', 'failed', NOW],
  ]) {
    await db.execute(
      sql`insert into training_run (id, task_id, algorithm_id, code_hash, plan, started_by_user_id, phase, step, round, rounds, metrics, parties, waiting_for, failure, last_seq, create_time)
        values (${id}, ${taskId}, 'a', 'c', '{}', 'ann', ${phase}, 'train', 0, 1, '{}', '[]', '[]', ${JSON.stringify({ code: `run.${phase}`, params: {}, partyId: null, step: 'train', round: 0 })}, 1, ${time})`,
    )
  }
  await db.execute(
    sql`insert into notification (id, user_id, party_id, kind, params, subject, subject_id, task_id, send_time)
      values ('n2', 'ben', '1002', 'run.stopped', '{"task": "停"}', 'task', 't2', 't2', ${NOW})`,
  )
  return database
}

describe.each([
  ['PGlite', 'embedded'],
  ['PostgreSQL', 'server'],
] as const)('a kept database (%s)', (_name, kind) => {
  test.skipIf(kind === 'server' && !serverIsThere)(
    'is brought up from an earlier commit with everything in it',
    async () => {
      const { db } = await openEarlier(kind)
      expect(await readVersion(db)).toEqual({ done: KNOWN.slice(0, 2), missing: KNOWN.length - 2, isEmpty: false })
      await Promise.all([migrate(db), migrate(db)])
      expect(await readVersion(db)).toEqual({ done: KNOWN, missing: 0, isEmpty: false })

      const rolesOf = async (party: string) =>
        Object.fromEntries(
          (
            await query<{ user_id: string; role: string }>(
              db,
              sql`select user_id, role from party_member where party_id = ${party}`,
            )
          ).map(({ user_id, role }) => [user_id, role]),
        )
      expect(await rolesOf('1001')).toEqual({ ann: 'super-admin', ben: 'admin', dan: 'member' })
      expect(await rolesOf('1002')).toEqual({ dan: 'super-admin', ben: 'member' })
      expect(
        await query(db, sql`select username, email, locked_time, delete_time from account order by id limit 1`),
      ).toEqual([{ username: 'ann', email: 'ann@example.org', locked_time: null, delete_time: null }])
      expect(await query(db, sql`select search_name, parameters, joined_count from task where id = 't1'`)).toEqual([
        { search_name: 'herz 任务', parameters: { learning_rate: 0.1 }, joined_count: 1 },
      ])
      expect(await query(db, sql`select id, party_id from notification where id = 'n1'`)).toEqual([
        { id: 'n1', party_id: '1001' },
      ])
      // The newest run says how a task ended.
      expect(await query(db, sql`select id, status from task order by id`)).toEqual([
        { id: 't1', status: 'completed' },
        { id: 't2', status: 'stopped' },
        { id: 't3', status: 'failed' },
      ])
      expect(await query(db, sql`select id, failure ->> 'partyId' as party from training_run order by id`)).toEqual([
        { id: 'u1', party: null },
        { id: 'u2', party: '1001' },
        { id: 'u3', party: '1001' },
        { id: 'u4', party: null },
      ])
      expect(await query(db, sql`select params from notification where id = 'n2'`)).toEqual([
        { params: { task: '停', party: '甲1001', partyEn: 'P1001' } },
      ])
    },
  )

  test.skipIf(kind === 'server' && !serverIsThere)(
    'has the demo’s accounts marked where the demo made its folder, and nobody’s elsewhere',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tessera-kept-'))
      const made = { DATA_DIR: join(folder, 'platform') }
      mkdirSync(made.DATA_DIR)
      const real = { DATA_DIR: join(folder, 'live', 'platform') }
      // As a demo that was stopped after its first party had left it.
      writeFileSync(join(folder, 'demo.json'), JSON.stringify({ shares: {}, 'party 1001': null }))
      const elsewhere = [real, { DATA_DIR: join(folder, 'own') }, { ...made, DATABASE_URL: 'postgres://another' }]
      try {
        expect(elsewhere.map((settings) => partiesOfDemo(settings, expect.unreachable))).toEqual([[], [], []])
        const markedBy = async (demoParties: string[]) => {
          const { db, close } = await openEarlier(kind)
          await Promise.all([migrate(db, { demoParties }), migrate(db, { demoParties })])
          const marked = await query(db, sql`select username from account where is_demo`)
          await close()
          return marked
        }
        expect(await markedBy(partiesOfDemo(made, expect.unreachable))).toEqual([{ username: 'ann' }])
        expect(await markedBy(partiesOfDemo(real, expect.unreachable))).toEqual([])
      } finally {
        database = undefined
        rmSync(folder, { recursive: true })
      }
    },
  )

  test.skipIf(kind === 'server' && !serverIsThere)('of a newer version is refused, with what to do', async () => {
    const { db } = await openEarlier(kind)
    await db.execute(sql`insert into migration (hash) values ('from the future')`)
    const says = 'The database was written by a newer version of Tessera than this one. Start that version'
    await expect(migrate(db)).rejects.toThrow(says)
    await expect(readVersion(db)).rejects.toThrow(says)
    expect(await query(db, sql`select count(*)::int as n from party_member where role = 'super-admin'`)).toEqual([
      { n: 0 },
    ])
  })
})
