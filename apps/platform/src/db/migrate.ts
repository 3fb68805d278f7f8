import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from './pool.ts'
import { query } from './pool.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process: who holds it migrates. */
const MIGRATING = 7_351_020

/** Brings the database up to this version. Processes that start together do it once. */
export async function migrate(db: Db): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATING})`)
    await tx.execute(sql`create table if not exists migration (hash text primary key, time timestamptz default now())`)
    const done = new Set((await query<{ hash: string }>(tx, sql`select hash from migration`)).map(({ hash }) => hash))
    for (const { hash, sql: statements } of migrations.filter(({ hash }) => !done.has(hash))) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migration (hash) values (${hash})`)
    }
  })
}
