import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { all, openDb, run } from './open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-books-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const raw = (sql: string) => {
  const books = new DatabaseSync(join(folder, 'edge.sqlite'))
  books.exec(sql)
  books.close()
}
const versionOf = (books: DatabaseSync) =>
  (books.prepare('pragma user_version').get() as { user_version: number }).user_version

test('does not change the database at a second start of the edge', {
  meta: { spec: 'calls.upgrade-with-data' },
}, () => {
  const books = openDb(folder)
  run(books, "insert into facts values ('identity', '{}')")
  const version = versionOf(books)
  expect(version).toBeGreaterThanOrEqual(100)
  books.close()
  const again = openDb(folder)
  expect(versionOf(again)).toBe(version)
  expect(all(again, 'select * from facts')).toEqual([{ key: 'identity', value: '{}' }])
  again.close()
})

test('refuses a database of a newer version and explains what to do', {
  meta: { spec: 'calls.upgrade-with-data' },
}, () => {
  const books = openDb(folder)
  const version = versionOf(books)
  books.close()
  raw(`pragma user_version = ${version + 1}`)
  expect(() => openDb(folder)).toThrow(/written by a newer version of Tessera .* Start that version/)
})

test('refuses a database from before the first release, and does not change it', () => {
  raw('create table datasets (id text primary key) strict; pragma user_version = 32')
  expect(() => openDb(folder)).toThrow(/written before the first release of Tessera .* empty DATA_DIR/)
  const books = new DatabaseSync(join(folder, 'edge.sqlite'))
  expect(versionOf(books)).toBe(32)
  expect(books.prepare('select name from sqlite_master').all()).toMatchObject([{ name: 'datasets' }, {}])
  books.close()
})
