import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { requireSpace } from '../../../lib/files.ts'
import { convertWorkbook } from '../../../lib/workbook.ts'
import { readCsv, type Table } from './csv.ts'
import { readParquet } from './parquet-file.ts'
import { type Reader, ROWS_FILE, type Source } from './reader.ts'
import { sheetNotes } from './sheet-notes.ts'

const TABLE = /\.(csv|tsv|xlsx|parquet)$/i
/** Where `recognise` found a table in it. */
const TEXT_TABLE = /\.txt$/i
const PACKED = /\.(zip|7z|rar|gz|tgz|tar)$/i
const NAMES_SHOWN = 5

/** One table with a header: a CSV or TSV file (or such a text), a sheet of a workbook, or a Parquet file. */
export const readTabular: Reader = async (source) => {
  const entry = findTable(source.archive.entries)
  // The text as UTF-8, half as much again at worst, and Parquet from it.
  await requireSpace(source.scratch, entry.uncompressedSize * 2)
  const table = await readTable(source, entry)
  return { ...table, labelColumns: [], analysis: null }
}

function findTable(entries: Entry[]): Entry {
  const named = entries.filter(({ fileName }) => TABLE.test(fileName))
  const tables = named.length > 0 ? named : entries.filter(({ fileName }) => TEXT_TABLE.test(fileName))
  if (tables.length > 1) {
    const names = tables.slice(0, NAMES_SHOWN).map(({ fileName }) => fileName)
    fail('dataset.zip-many', { count: tables.length, names: names.join(', ') })
  }
  const nested = entries.find(({ fileName }) => PACKED.test(fileName))
  if (!tables[0] && nested) fail('dataset.zip-nested', { name: nested.fileName })
  return tables[0] ?? fail('dataset.zip-empty')
}

function readTable({ archive, options, duck, scratch, target }: Source, entry: Entry): Promise<Table> {
  const name = entry.fileName
  const file = join(target, ROWS_FILE)
  if (/\.xlsx$/i.test(name)) return readWorkbook({ archive, options, duck, scratch, target }, entry)
  if (!/\.parquet$/i.test(name)) {
    return readCsv(duck, { name, open: () => archive.open(entry) }, { options, scratch, file })
  }
  return unpacked({ archive, scratch }, entry, (path) => readParquet(duck, { path, name, options, file }))
}

function readWorkbook({ archive, options, duck, scratch, target }: Source, entry: Entry): Promise<Table> {
  return unpacked({ archive, scratch }, entry, async (path) => {
    const csv = `${path}.csv`
    await rm(csv, { force: true })
    const converted = await convertWorkbook({
      from: path,
      to: csv,
      name: entry.fileName,
      headerLine: options.headerLine,
    })
    const text = { name: entry.fileName, open: async () => createReadStream(csv), isRowPerLine: true }
    const table = await readCsv(duck, text, { options, scratch, file: join(target, ROWS_FILE) })
    return { ...table, report: { ...table.report, notes: [...sheetNotes(converted), ...table.report.notes] } }
  })
}

async function unpacked<T>(
  { archive, scratch }: Pick<Source, 'archive' | 'scratch'>,
  entry: Entry,
  read: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(scratch, 'table')
  await archive.extract(entry, path)
  try {
    return await read(path)
  } finally {
    await rm(path, { force: true })
  }
}
