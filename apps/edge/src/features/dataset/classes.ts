import { type ColumnType, fail } from '@tessera/contract'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import type { Rows } from './readable.ts'

const MOST_CLASSES = 1_000

/** The values of a column with their rows, the most frequent first. */
export async function readClasses(duck: Duck, rows: Rows, column: string) {
  if (!rows.columns.includes(column)) fail('dataset.column-unknown', { column })
  const found = await duck.rows(
    `SELECT ${classOf(column, rows.columnTypes[column])} AS name, count(*) AS count FROM ${parquet(rows.file)}
     GROUP BY 1 HAVING name IS NOT NULL ORDER BY 2 DESC, 1 LIMIT ${MOST_CLASSES}`,
  )
  return found.map(({ name, count }) => ({ name: String(name), count: Number(count) }))
}

/** A row's class as the engine names it (`class_names` there): texts without blanks around them, whole numbers without a point. */
export function classOf(column: string, type: ColumnType | undefined): string {
  const cell = ident(column)
  if (type === 'text') return String.raw`nullif(trim(${cell}, E' \t\r\n'), '')`
  const text = `CAST(${cell} AS VARCHAR)`
  if (type !== 'number') return text
  return `CASE WHEN ${cell} = floor(${cell}) AND abs(${cell}) < 1e18 THEN CAST(CAST(${cell} AS BIGINT) AS VARCHAR) ELSE ${text} END`
}
