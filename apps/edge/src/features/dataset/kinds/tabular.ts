import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { requireSpace } from '../../../lib/files.ts'
import { readCsv } from './csv.ts'
import { type Reader, ROWS_FILE } from './reader.ts'

const TABLE = /\.(csv|tsv)$/i
const PACKED = /\.(zip|7z|rar|gz|tgz|tar)$/i
const NAMES_SHOWN = 5

/** One table: a CSV or TSV file with a header. */
export const readTabular: Reader = async ({ archive, options, duck, scratch, target }) => {
  const tables = archive.entries.filter(({ fileName }) => TABLE.test(fileName))
  if (tables.length > 1) {
    const names = tables.slice(0, NAMES_SHOWN).map(({ fileName }) => fileName)
    fail('dataset.zip-many', { count: tables.length, names: names.join(', ') })
  }
  const nested = archive.entries.find(({ fileName }) => PACKED.test(fileName))
  if (!tables[0] && nested) fail('dataset.zip-nested', { name: nested.fileName })
  const entry = tables[0] ?? fail('dataset.zip-empty')
  // The text as UTF-8, half as much again at worst, and Parquet from it.
  await requireSpace(scratch, entry.uncompressedSize * 2)
  const text = { name: entry.fileName, open: () => archive.open(entry) }
  const table = await readCsv(duck, text, { options, scratch, file: join(target, ROWS_FILE) })
  return { ...table, labelColumns: [], analysis: null }
}
