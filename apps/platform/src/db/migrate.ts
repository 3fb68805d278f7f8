import { fileURLToPath } from 'node:url'
import { BadSettings } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from './pool.ts'
import { query } from './pool.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Hash of the first migration of databases that were written before the first release. */
const UNRELEASED = '6e9234286befbed98746910086f40464f780810591caed392f771301b694f1a3'
/** Key of the advisory lock for migrating. The number is arbitrary, but the same in every process. */
const MIGRATING = 7_351_020

export interface DatabaseVersion {
  /** Hashes of the applied migrations that this code knows, in the order in which they were applied. */
  done: string[]
  /** Number of known migrations that the database lacks. */
  missing: number
  /** Whether the database has no tables. */
  isEmpty: boolean
}

/**
 * Returns which migrations the database has. Fails for a database from before the first release or from a newer
 * version.
 */
export async function readVersion(db: Db, folder = MIGRATIONS): Promise<DatabaseVersion> {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)
  const found = await listDone(db)
  requireKnown(known, found)
  const done = known.filter((hash) => found.has(hash))
  const [tables] = await query<{ count: number }>(
    db,
    sql`select count(*)::int as count from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  return { done, missing: known.length - done.length, isEmpty: tables?.count === 0 }
}

export interface MigrateOptions {
  /** Hashes of the only migrations to apply. */
  only?: readonly string[]
  /** Folder of the migrations. Only tests set another folder. */
  folder?: string
}

/** Migrates the database to this version. If several processes start together, only one of them migrates. */
export async function migrate(db: Db, { only, folder = MIGRATIONS }: MigrateOptions = {}): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATING})`)
    await tx.execute(sql`create table if not exists migration (hash text primary key, time timestamptz default now())`)
    const done = await listDone(tx)
    requireKnown(
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

/** Whether the migrations of a database or a backup are those from before the first release. */
export const isUnreleased = (steps: Iterable<string>) => [...steps].includes(UNRELEASED)

function requireKnown(known: string[], done: Set<string>) {
  if (isUnreleased(done)) {
    throw new BadSettings(
      'The database was written before the first release of Tessera (2.6.4), and this version does not read it. Start with an empty database and an empty DATA_DIR; enrol each edge again, with an empty DATA_DIR too.',
    )
  }
  if ([...done].every((hash) => known.includes(hash))) return
  throw new BadSettings(
    'The database was written by a newer version of Tessera than this one. Start that version, or restore a backup that was made before the upgrade.',
  )
}
