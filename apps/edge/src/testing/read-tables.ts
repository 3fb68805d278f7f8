import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadOptions } from '@tessera/contract'
import { afterAll, beforeAll } from 'vitest'
import { recognise } from '../features/upload/index.ts'
import { edgeKindOf } from '../kinds/index.ts'
import { ROWS_FILE } from '../kinds/reader.ts'
import { readTabular } from '../kinds/table/read-table.ts'
import { Duck } from '../lib/duck.ts'
import { openArchive } from '../lib/zip.ts'
import { rawZip } from './corpus/raw-zip.ts'
import { listenTo } from './duck-work.ts'

/** The table that a test has read most recently. */
export const tables = {
  dir: '',
  duck: undefined as unknown as Duck,
}

/** Opens DuckDB and a temporary folder for a test file that reads tables. */
export function openTables() {
  beforeAll(async () => {
    tables.dir = await mkdtemp(join(tmpdir(), 'tessera-tables-'))
    tables.duck = await Duck.open(tables.dir)
  })
  afterAll(async () => {
    tables.duck.close()
    await rm(tables.dir, { recursive: true, force: true })
  })
}

export const written = () => `'${join(tables.dir, ROWS_FILE)}'`

export async function read(content: string | Buffer, options: Partial<ReadOptions> = {}, name = 'table.csv') {
  const reading = await readOnly(content, options, name)
  return { ...reading, rows: await tables.duck.rows(`SELECT * FROM ${written()} ORDER BY id`) }
}

/** Reads a table with many columns, and returns only the few columns that a test examines. */
export async function readOnly(content: string | Buffer, options: Partial<ReadOptions> = {}, name = 'table.csv') {
  const { dir, duck } = tables
  const zip = join(dir, 'a.zip')
  await writeFile(zip, rawZip([{ name, content }]))
  const archive = await openArchive(zip)
  const all = { skipBadRows: false, renameColumns: false, ...options }
  try {
    const { duck: listening, queries } = listenTo(duck)
    const reading = await readTabular({ archive, options: all, duck: listening, scratch: dir, target: dir })
    return { ...reading, queries }
  } finally {
    archive.close()
  }
}

export const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error) => ({ code: error.code, ...error.params }),
  )

const INPUTS = new URL('./corpus/inputs/', import.meta.url)

/** Reads an archive of `corpus/inputs`, such as `sep-line/sep`, as the kind of data that the edge recognises. */
export async function readInput(name: string, options: Partial<ReadOptions> = {}) {
  const { dir, duck } = tables
  const archive = await openArchive(fileURLToPath(new URL(`${name}.zip`, INPUTS)))
  const all = { skipBadRows: false, renameColumns: false, ...options }
  try {
    const kind = await recognise(archive)
    const reading = await edgeKindOf(kind).read({ archive, options: all, duck, scratch: dir, target: dir })
    return { ...reading, kind, rows: await duck.rows(`SELECT * FROM ${written()} ORDER BY id`) }
  } finally {
    archive.close()
  }
}
