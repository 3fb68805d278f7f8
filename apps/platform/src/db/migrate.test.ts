import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseKind, openEmptyDatabase, openEmptyEmbedded, serverIsThere } from '../testing/database.ts'
import { MIGRATIONS, migrate, readVersion } from './migrate.ts'
import { type Database, embeddedDatabase } from './open.ts'
import { query } from './pool.ts'

const stepsOf = (folder: string) => readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)
const KNOWN = stepsOf(MIGRATIONS)

let database: Database | undefined
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-steps-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database?.close()
  database = undefined
})

async function openEmpty(kind: DatabaseKind): Promise<Database> {
  database = kind === 'embedded' ? await embeddedDatabase(await openEmptyEmbedded()) : await openEmptyDatabase()
  return database
}

/** Returns a folder with this version's migrations and one more, as the next version would have. */
function nextVersion(): string {
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const step = { idx: entries.length, version: '7', when: 0, tag: '9999_next', breakpoints: true }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, step] }))
  writeFileSync(
    join(folder, '9999_next.sql'),
    'ALTER TABLE "account" ADD COLUMN "motto" text;--> statement-breakpoint\nUPDATE "account" SET "motto" = \'of \' || "username";',
  )
  return folder
}

const addAccount = (db: Database['db']) =>
  db.execute(
    sql`insert into account (id, username, username_key, display_name, password_hash, create_time) values ('u1', 'ann', 'ann', 'Ann', 'hash', now())`,
  )

describe.each([
  ['PGlite', 'embedded'],
  ['PostgreSQL', 'server'],
] as const)('a database in use (%s)', (_name, kind) => {
  test.skipIf(kind === 'server' && !serverIsThere)(
    'migrates a database to the next version once, with its rows, although several processes start together',
    { meta: { spec: 'calls.upgrade-with-data' } },
    async () => {
      const { db } = await openEmpty(kind)
      await migrate(db)
      await addAccount(db)
      const next = nextVersion()
      expect(await readVersion(db, next)).toEqual({ done: KNOWN, missing: 1, isEmpty: false })
      await Promise.all([migrate(db, { folder: next }), migrate(db, { folder: next })])
      expect(await readVersion(db, next)).toEqual({ done: stepsOf(next), missing: 0, isEmpty: false })
      expect(await query(db, sql`select username, motto from account`)).toEqual([{ username: 'ann', motto: 'of ann' }])
    },
  )

  test.skipIf(kind === 'server' && !serverIsThere)(
    'refuses a database that a newer version wrote, and says what to do',
    { meta: { spec: 'calls.upgrade-with-data' } },
    async () => {
      const { db } = await openEmpty(kind)
      await migrate(db, { folder: nextVersion() })
      const message = 'The database was written by a newer version of Tessera than this one. Start that version'
      await expect(migrate(db)).rejects.toThrow(message)
      await expect(readVersion(db)).rejects.toThrow(message)
    },
  )

  test.skipIf(kind === 'server' && !serverIsThere)(
    'refuses a database from before the first release, and leaves it unchanged',
    async () => {
      const { db } = await openEmpty(kind)
      await db.execute(sql`create table migration (hash text primary key, time timestamptz default now())`)
      const first = '6e9234286befbed98746910086f40464f780810591caed392f771301b694f1a3'
      await db.execute(sql`insert into migration (hash) values (${first}), ('a later step')`)
      const message = 'written before the first release of Tessera (2.6.4)'
      await expect(migrate(db)).rejects.toThrow(message)
      await expect(readVersion(db)).rejects.toThrow(message)
      const tables = sql`select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`
      expect(await query(db, tables)).toEqual([{ relname: 'migration' }])
    },
  )
})
