import { type ColumnType, fail, PICTURE_COLUMN } from '@tessera/contract'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import type { Rows } from './readable.ts'

/** SQL expression for a cell. Dates are sent as text. */
export const cellOf = (name: string, type: ColumnType | undefined) =>
  type === 'date' ? `CAST(${ident(name)} AS VARCHAR) AS ${ident(name)}` : ident(name)

/** The column that contains the file path of a picture. The path never leaves this machine. */
export const PLACE_COLUMN = PICTURE_COLUMN

/**
 * Returns the type by which the values of a column are compared. Hidden columns, such as `id` and a picture's `width`,
 * are included.
 */
export async function typeOfColumn(duck: Duck, rows: Rows, column: string): Promise<ColumnType> {
  if (rows.columns.includes(column)) return rows.columnTypes[column] ?? 'text'
  const described = await duck.rows(`DESCRIBE SELECT * FROM ${parquet(rows.file)}`)
  const isHidden = rows.media !== null && column === PLACE_COLUMN
  const found = described.find(({ column_name }) => column_name === column)
  if (!found || isHidden) fail('dataset.column-unknown', { column })
  return found.column_type === 'VARCHAR' ? 'text' : 'number'
}
