import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../db/migrations.ts'
import { type Db, openDb } from '../../db/open.ts'
import { Duck } from '../../lib/duck.ts'
import { moveIntoFolders } from './move-into-folders.ts'
import { findGrant } from './queries.ts'

const ENGINE = fileURLToPath(new URL('../../../../../engine', import.meta.url))
/** Of the books that 2.6.4 wrote. */
const STEPS_OF_BEFORE = 10
const ROWS = `SELECT * FROM (VALUES (20, 'no'), (30, 'yes'), (40, 'no'), (50, 'yes'), (NULL, 'yes')) AS t (age, "ill 中")`

let dataDir: string
let duck: Duck
let books: Db
const grants = (...names: string[]) => join(dataDir, 'grants', ...names)
const folderOf = (id: string) => findGrant(books, id)?.folder ?? ''

/** The data folder of an edge of 2.6.4 with tickets that stand, one whose rows are gone, and one whose file is broken. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tessera-old-edge-'))
  duck = await Duck.open(dataDir)
  const old = new DatabaseSync(join(dataDir, 'edge.sqlite'))
  for (const step of migrations.slice(0, STEPS_OF_BEFORE)) old.exec(step)
  for (const id of ['stands', 'broken', 'spent', 'half']) {
    old
      .prepare(`insert into grants (id, task_id, task_name, parties, plan, code_hash, plan_hash, dataset_id, dataset_name,
         row_count, signed_by_user_id, signed_by, sign_time, expiry_time, withdraw_time, file)
         values (?, 't', 'Task', '[]', '{}', 'h', 'p', 'd', 'Cohort', 5, 'u', 'alice', '2026-01-01', '2027-01-01', null, ?)`)
      .run(id, grants(`${id}.parquet`))
  }
  old.exec(`pragma user_version = ${STEPS_OF_BEFORE}`)
  old.close()
  mkdirSync(grants(), { mode: 0o700 })
  for (const id of ['stands', 'half']) {
    await duck.run(`COPY (${ROWS}) TO '${grants(`${id}.parquet`)}' (FORMAT parquet)`)
    chmodSync(grants(`${id}.parquet`), 0o600)
  }
  writeFileSync(grants('broken.parquet'), 'no rows')
  // As a start that was killed left it.
  mkdirSync(grants('half'))
  writeFileSync(grants('half', 'index.json'), '{')
  books = openDb(dataDir)
})
afterAll(() => {
  books.close()
  duck.close()
  rmSync(dataDir, { recursive: true })
})

test('rows that an earlier version granted lie in folders that training reads, and others do not keep an edge from starting', async () => {
  const lines: string[] = []
  await moveIntoFolders({ db: books, duck, say: (line) => lines.push(line) })

  for (const id of ['stands', 'half']) {
    expect(folderOf(id)).toBe(grants(id))
    expect(readdirSync(folderOf(id)).sort()).toEqual(['index.json', 'rows.parquet'])
    const index = JSON.parse(readFileSync(join(folderOf(id), 'index.json'), 'utf8'))
    expect(index).toEqual({ kind: 'table', files: ['rows.parquet'], columns: ['age', 'ill 中'] })
    expect(existsSync(grants(`${id}.parquet`))).toBe(false)
    expect(statSync(join(folderOf(id), 'rows.parquet')).mode & 0o777).toBe(0o600)
  }
  expect(existsSync(folderOf('spent'))).toBe(false)
  expect(lines).toEqual([expect.stringMatching(/^the rows of ticket broken could not be moved/)])

  const read = `
import json, sys
from engine.data.table import read_table
table = read_table(sys.argv[1], ["age"], sys.argv[2])
print(json.dumps([table.numbers()[:4, 0].tolist(), table.label.values.tolist()]))`
  const env = { ...process.env, PYTHONPATH: ENGINE }
  const python = join(ENGINE, '../.venv/bin/python')
  const output = execFileSync(python, ['-c', read, folderOf('stands'), 'ill 中'], { env, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual([
    [20, 30, 40, 50],
    ['no', 'yes', 'no', 'yes', 'yes'],
  ])
})

test('a second start finds nothing more to move', async () => {
  rmSync(grants('broken.parquet'))
  const lines: string[] = []
  await moveIntoFolders({ db: books, duck, say: (line) => lines.push(line) })
  expect(lines).toEqual([])
  expect(readdirSync(folderOf('stands')).sort()).toEqual(['index.json', 'rows.parquet'])
})
