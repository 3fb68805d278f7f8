import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BadSettings } from '@tessera/server'
import { migrations } from './migrations.ts'

export type Db = DatabaseSync
export type SqlRow = Record<string, string | number | null>

/** Opens the edge's database. A committed transaction is on disk before the call returns. */
export function openDb(dataDir: string): Db {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'edge.sqlite')
  const db = new DatabaseSync(path)
  chmodSync(path, 0o600)
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma busy_timeout = 5000',
  )
  // SQLite's lower() converts only ASCII letters.
  db.function('folded', { deterministic: true }, (text) => folded(String(text)))
  migrate(db)
  return db
}

/** Returns a text in lower case, so that texts can be compared regardless of case. */
export const folded = (text: string) => text.toLowerCase()

/** Database versions of the first release and of this one. Lower versions were never released. */
export const FIRST_VERSION = 100
export const THIS_VERSION = FIRST_VERSION + migrations.length - 1

function migrate(db: Db) {
  const { user_version: version } = db.prepare('pragma user_version').get() as { user_version: number }
  if (version > 0 && version < FIRST_VERSION) {
    throw new BadSettings(
      "This edge's database (edge.sqlite) was written before the first release of Tessera (2.6.4), and this version does not read it. Start with an empty DATA_DIR, enrol the edge again, and upload its files again.",
    )
  }
  if (version > THIS_VERSION) {
    throw new BadSettings(
      `The books of this edge (edge.sqlite) were written by a newer version of Tessera (${version}; this one knows ${THIS_VERSION}). Start that version.`,
    )
  }
  const done = Math.max(version - FIRST_VERSION + 1, 0)
  for (const [index, sql] of migrations.entries()) {
    if (index < done) continue
    transaction(db, () => {
      db.exec(sql)
      db.exec(`pragma user_version = ${FIRST_VERSION + index}`)
    })
  }
}

export function transaction<T>(db: Db, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    // If the disk is full, SQLite has already rolled the transaction back.
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

export const all = (db: Db, sql: string, ...values: (string | number | null)[]) =>
  db.prepare(sql).all(...values) as SqlRow[]
export const get = (db: Db, sql: string, ...values: (string | number | null)[]) =>
  db.prepare(sql).get(...values) as SqlRow | undefined
export const run = (db: Db, sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values)

/** Inserts or replaces a row. The keys of `row` are column names. */
export function put(db: Db, table: string, row: SqlRow) {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  run(db, `insert or replace into ${table} (${names.join(', ')}) values (${marks})`, ...Object.values(row))
}

/** Updates the row with this id and returns whether it exists. */
export function update(db: Db, table: string, row: SqlRow): boolean {
  const sets = Object.keys(row).map((name) => `${name} = ?`)
  const sql = `update ${table} set ${sets.join(', ')} where id = ?`
  return run(db, sql, ...Object.values(row), row.id as string).changes > 0
}
