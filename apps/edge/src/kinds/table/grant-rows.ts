import { join } from 'node:path'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import { rowGroups } from '../../lib/row-groups.ts'
import { type GrantedRows, writeIndex, writeRows } from '../granted-rows.ts'

const ROWS = 'rows.parquet'

/** Grants rows as one Parquet file with the granted columns. */
export async function grantTable(duck: Duck, { dataset, columns, where }: GrantedRows, folder: string) {
  const cells = columns.map((name) =>
    dataset.columnTypes[name] === 'date' ? `CAST(${ident(name)} AS VARCHAR) AS ${ident(name)}` : ident(name),
  )
  const rows = `SELECT ${cells.join(', ')} FROM ${parquet(dataset.file)} WHERE ${where}`
  await writeRows(duck, rows, join(folder, ROWS), rowGroups(cells.length))
  await writeIndex(folder, { kind: 'table', files: [ROWS], columns })
}
