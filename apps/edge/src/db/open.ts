import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BadSettings } from '@tessera/server'
import { migrations } from './migrations.ts'

export type Db = DatabaseSync
export type SqlRow = Record<string, string | number | null>

/** Opens the edge's books. What a transaction wrote is on disk before it returns. */
export function openDb(dataDir: string): Db {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'edge.sqlite')
  const db = new DatabaseSync(path)
  chmodSync(path, 0o600)
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma busy_timeout = 5000',
  )
  // SQLite itself folds no letters but those of English.
  db.function('folded', { deterministic: true }, (text) => folded(String(text)))
  migrate(db)
  return db
}

/** For comparing texts however they are written. */
export const folded = (text: string) => text.toLowerCase()

function migrate(db: Db) {
  const { user_version: done } = db.prepare('pragma user_version').get() as { user_version: number }
  if (done > migrations.length) {
    throw new BadSettings(
      `The books of this edge (edge.sqlite) were written by a newer version of Tessera (${done}; this one knows ${migrations.length}). Start that version.`,
    )
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < done) continue
    transaction(db, () => {
      db.exec(sql)
      db.exec(`pragma user_version = ${index + 1}`)
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
    // A full disk has undone it already.
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

export const all = (db: Db, sql: string, ...values: (string | number | null)[]) =>
  db.prepare(sql).all(...values) as SqlRow[]
export const get = (db: Db, sql: string, ...values: (string | number | null)[]) =>
  db.prepare(sql).get(...values) as SqlRow | undefined
export const run = (db: Db, sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values)

/** Inserts or replaces a row given by column name. */
export function put(db: Db, table: string, row: SqlRow) {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  run(db, `insert or replace into ${table} (${names.join(', ')}) values (${marks})`, ...Object.values(row))
}

/** Changes the row of this id; answers whether there is one. */
export function update(db: Db, table: string, row: SqlRow): boolean {
  const sets = Object.keys(row).map((name) => `${name} = ?`)
  const sql = `update ${table} set ${sets.join(', ')} where id = ?`
  return run(db, sql, ...Object.values(row), row.id as string).changes > 0
}
