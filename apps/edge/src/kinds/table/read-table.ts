import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { requireSpace } from '../../lib/files.ts'
import { convertWorkbook } from '../../lib/workbook.ts'
import { PACKED, PLAIN_TEXT, TABLE } from '../file-extensions.ts'
import { isRowId, type Reader, ROWS_FILE, type Source, type Table } from '../reader.ts'
import { type TableText, withHead } from './head.ts'
import { readParquet } from './parquet.ts'
import { readScanned, scanRows } from './scan.ts'
import { COMMA_NUMBER } from './shapes.ts'
import { headerNotes, valueNotes } from './value-notes.ts'
import { writeTable } from './write.ts'

const NAMES_SHOWN = 5

/** Reads one table with a header: a CSV, TSV or similar text file, a workbook sheet, or a Parquet file. */
export const readTabular: Reader = async (source) => {
  const entry = findTable(source.archive.entries)
  // Required disk space: the UTF-8 text, at worst 1.5 times the original size, and the Parquet file.
  await requireSpace(source.scratch, entry.uncompressedSize * 2)
  const table = await readTable(source, entry)
  return { ...table, labelColumns: [], analysis: null }
}

function findTable(entries: Entry[]): Entry {
  const named = entries.filter(({ fileName }) => TABLE.test(fileName))
  // If there is no file with a table's extension, `recognise` has already found that the text files are tables.
  const tables = named.length > 0 ? named : entries.filter(({ fileName }) => PLAIN_TEXT.test(fileName))
  if (tables.length > 1) {
    const names = tables.slice(0, NAMES_SHOWN).map(({ fileName }) => fileName)
    fail('dataset.zip-many', { count: tables.length, names: names.join(', ') })
  }
  const nested = entries.find(({ fileName }) => PACKED.test(fileName))
  if (!tables[0] && nested) fail('dataset.zip-nested', { name: nested.fileName })
  return tables[0] ?? fail('dataset.zip-empty')
}

function readTable(source: Source, entry: Entry): Promise<Table> {
  const { archive } = source
  const file = entry.fileName
  if (/\.xlsx$/i.test(file)) return readWorkbook(source, entry)
  if (/\.parquet$/i.test(file)) return unpacked(source, entry, (path) => readParquet(source, { path, file }))
  return readText(source, { file, open: () => archive.open(entry), isRowPerLine: false })
}

/** Converts a workbook sheet to text with one line per row. */
function readWorkbook(source: Source, entry: Entry): Promise<Table> {
  const file = entry.fileName
  return unpacked(source, entry, async (path) => {
    const csv = `${path}.csv`
    await rm(csv, { force: true })
    const notes = await convertWorkbook({
      from: path,
      to: csv,
      name: file,
      headerLine: source.options.headerLine,
      owner: source.owner ?? '',
    })
    const table = await readText(source, { file, open: async () => createReadStream(csv), isRowPerLine: true })
    return { ...table, report: { ...table.report, notes: [...notes, ...table.report.notes] } }
  })
}

/**
 * Reads any delimited text in three steps: determine its header, scan its rows, and decide the column types while
 * writing.
 */
async function readText({ duck, options, scratch, target }: Source, text: TableText): Promise<Table> {
  const path = join(scratch, 'rows.csv')
  const file = join(target, ROWS_FILE)
  try {
    const rows = await withHead(text, options, (head) => scanRows(head, path, options))
    const { columns, report } = await writeTable(duck, rows, file, options)
    const data = columns.filter(({ name }) => !isRowId(name))
    const hasCommas = columns.some(({ shape }) => shape === COMMA_NUMBER)
    const decimal = hasCommas ? [{ name: 'decimal' as const, value: ',' }] : []
    const values = await valueNotes(duck, {
      columns,
      file,
      count: rows.count,
      lineOf: rows.lineOf,
      chosen: options.columns ?? [],
      source: readScanned(rows),
      delimiter: rows.delimiter,
      renamed: report.renamed,
    })
    const header = options.noHeader ? [] : await headerNotes(duck, { columns, file })
    return {
      columns: data.map(({ name }) => name),
      columnTypes: Object.fromEntries(data.map(({ name, shape }) => [name, shape.type])),
      rowCount: rows.count,
      sizeBytes: (await stat(file)).size,
      report: { ...report, notes: [...report.notes, ...decimal, ...header, ...values] },
    }
  } finally {
    await rm(path, { force: true })
  }
}

async function unpacked<T>({ archive, scratch }: Source, entry: Entry, read: (path: string) => Promise<T>): Promise<T> {
  const path = join(scratch, 'table')
  await archive.extract(entry, path)
  try {
    return await read(path)
  } finally {
    await rm(path, { force: true })
  }
}
