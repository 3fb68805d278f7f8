import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { requireSpace } from '../../../lib/files.ts'
import { makeUtf8 } from '../../../lib/text-encoding.ts'
import { convertCsv } from './csv.ts'
import { NOTHING_REJECTED, type Reader, ROWS_FILE } from './reader.ts'

const TABLE = /\.(csv|tsv)$/i

/** One table: a CSV or TSV file with a header. */
export const readTabular: Reader = async ({ archive, duck, scratch, target }) => {
  const tables = archive.entries.filter(({ fileName }) => TABLE.test(fileName))
  if (tables.length > 1) fail('dataset.zip-many', { count: tables.length })
  const entry = tables[0] ?? fail('dataset.zip-empty')
  // The text, the same as UTF-8 (half as much again at worst), and Parquet from it.
  await requireSpace(scratch, entry.uncompressedSize * 3)
  const csv = join(scratch, 'table.csv')
  await archive.extract(entry, csv)
  await makeUtf8(csv)
  const table = await convertCsv(duck, csv, join(target, ROWS_FILE))
  await rm(csv)
  return { ...table, labelColumns: [], report: { rowsRead: table.rowCount, ...NOTHING_REJECTED }, analysis: null }
}
