import { literal } from './duck.ts'

const GROUP_ROWS = 122_880
const GROUP_CELLS = 4_000_000
/** Of the different texts in a column, which DuckDB sets aside for every column of a group at once; a megabyte unless told. */
const TEXTS_BYTES = 64 * 1024 * 1024
const MOST_TEXTS_BYTES = 1024 * 1024

/** Options of a COPY to Parquet: its rows in groups that fit into memory however many columns they have. */
export function rowGroups(columns: number): string {
  const rows = Math.max(2_048, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / columns / 2_048) * 2_048))
  const texts = Math.min(MOST_TEXTS_BYTES, Math.floor(TEXTS_BYTES / columns))
  return `ROW_GROUP_SIZE ${rows}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${texts}`
}

export const parquetCopy = (query: string, file: string, columns: number) =>
  `COPY (${query}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ${rowGroups(columns)})`
