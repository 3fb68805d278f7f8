import { fileURLToPath } from 'node:url'
import { BadSettings } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from './pool.ts'
import { query } from './pool.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process: who holds it migrates. */
const MIGRATING = 7_351_020

export interface DatabaseVersion {
  /** Hashes of the steps that were done, of those this code knows, in their order. */
  done: string[]
  /** How many steps this code knows and the database lacks. */
  missing: number
  /** Nothing was ever written to it. */
  isEmpty: boolean
}

/** How far the database is. One that a newer Tessera wrote is refused: what this one would write could not be trusted. */
export async function readVersion(db: Db): Promise<DatabaseVersion> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
  const found = await listDone(db)
  refuseNewer(known, found)
  const done = known.filter((hash) => found.has(hash))
  const [tables] = await query<{ count: number }>(
    db,
    sql`select count(*)::int as count from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  return { done, missing: known.length - done.length, isEmpty: tables?.count === 0 }
}

export interface MigrateOptions {
  /** As far as these steps. */
  only?: readonly string[]
  /** What a demo created in this very database: the step that knows its accounts marks who created these. */
  demoParties?: readonly string[]
}

/** Brings the database up to this version. Processes that start together do it once. */
export async function migrate(db: Db, { only, demoParties = [] }: MigrateOptions = {}): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATING})`)
    await tx.execute(sql`create table if not exists migration (hash text primary key, time timestamptz default now())`)
    await tx.execute(sql`select set_config('tessera.demo_parties', ${demoParties.join(',')}, true)`)
    const done = await listDone(tx)
    refuseNewer(
      migrations.map(({ hash }) => hash),
      done,
    )
    for (const { hash, sql: statements } of migrations) {
      if (done.has(hash) || (only && !only.includes(hash))) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migration (hash) values (${hash})`)
    }
  })
}

async function listDone(db: Db): Promise<Set<string>> {
  const [table] = await query<{ name: string | null }>(db, sql`select to_regclass('migration')::text as name`)
  if (!table?.name) return new Set()
  return new Set((await query<{ hash: string }>(db, sql`select hash from migration`)).map(({ hash }) => hash))
}

function refuseNewer(known: string[], done: Set<string>) {
  if ([...done].every((hash) => known.includes(hash))) return
  throw new BadSettings(
    'The database was written by a newer version of Tessera than this one. Start that version, or restore a backup that was made before the upgrade.',
  )
}
