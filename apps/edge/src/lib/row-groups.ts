import { literal } from './duck.ts'

const GROUP_ROWS = 122_880
const GROUP_CELLS = 4_000_000
/**
 * Maximum size of the dictionaries of distinct texts, which DuckDB reserves for all columns of a row group at once.
 * DuckDB's default is 1 MB per column.
 */
const TEXTS_BYTES = 64 * 1024 * 1024
const MAX_TEXTS_BYTES = 1024 * 1024

/**
 * Returns options of SQL COPY that limit the size of row groups, so that they fit into memory for any number of
 * columns.
 */
export function rowGroups(columns: number): string {
  const rows = Math.max(2_048, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / columns / 2_048) * 2_048))
  const texts = Math.min(MAX_TEXTS_BYTES, Math.floor(TEXTS_BYTES / columns))
  return `ROW_GROUP_SIZE ${rows}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${texts}`
}

export const parquetCopy = (query: string, file: string, columns: number) =>
  `COPY (${query}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ${rowGroups(columns)})`
