import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Duck, ident, parquet } from '../../../../lib/duck.ts'
import { rowGroups } from '../../../../lib/row-groups.ts'
import { type GrantedRows, writeIndex, writeRows } from '../granted-rows.ts'

const ROWS = 'rows.parquet'

/** Grants rows as one Parquet file of these columns. */
export async function grantTable(duck: Duck, { dataset, columns, where }: GrantedRows, folder: string) {
  const cells = columns.map((name) =>
    dataset.columnTypes[name] === 'date' ? `CAST(${ident(name)} AS VARCHAR) AS ${ident(name)}` : ident(name),
  )
  const rows = `SELECT ${cells.join(', ')} FROM ${parquet(dataset.file)} WHERE ${where}`
  await writeRows(duck, rows, join(folder, ROWS), rowGroups(cells.length))
  await writeIndex(folder, { kind: 'table', files: [ROWS], columns })
}

/** Makes such a folder around a file that is granted as it lies there. Can be done again where it was broken off. */
export async function grantWritten(duck: Duck, file: string, folder: string) {
  const described = await duck.rows(`DESCRIBE SELECT * FROM ${parquet(file)}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeIndex(folder, { kind: 'table', files: [ROWS], columns: described.map((row) => String(row.column_name)) })
  await rename(file, join(folder, ROWS))
}
