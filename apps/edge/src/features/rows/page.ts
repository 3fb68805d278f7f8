import type { RowFilter, TableRow } from '@tessera/contract'
import type { Duck } from '../../lib/duck.ts'
import { cellOf, typeOfColumn } from './columns.ts'
import { conditionOf } from './conditions.ts'
import type { Rows } from './readable.ts'
import { numbered, ROW_NUMBER, type RowOrders, type Wanted } from './row-orders.ts'

export interface PageRequest {
  offset: number
  size: number
  sort?: string | undefined
  order?: 'ascend' | 'descend' | undefined
  filters?: RowFilter[] | undefined
}

/**
 * Returns one page of rows with all columns, including hidden ones. `total` is the number of rows that pass the
 * filters.
 */
export async function readPage(
  { duck, orders }: { duck: Duck; orders: RowOrders },
  rows: Rows,
  request: PageRequest,
): Promise<{ total: number; rows: TableRow[] }> {
  const { offset, size, sort, filters = [] } = request
  if (sort === undefined && filters.length === 0) {
    const between = `${ROW_NUMBER} >= ${offset} AND ${ROW_NUMBER} < ${offset + size}`
    return { total: rows.rowCount, rows: await fetchRows(duck, rows, between) }
  }
  const wanted = await wantedOf(duck, rows, request)
  const { total, numbers } = await orders.page(wanted, offset, size)
  if (numbers.length === 0) return { total, rows: [] }
  return { total, rows: await fetchRows(duck, rows, `${ROW_NUMBER} IN (${numbers.join(', ')})`, numbers) }
}

async function wantedOf(duck: Duck, rows: Rows, { sort, order, filters = [] }: PageRequest): Promise<Wanted> {
  const conditions: string[] = []
  for (const filter of filters) conditions.push(conditionOf(filter, await typeOfColumn(duck, rows, filter.column)))
  // `typeOfColumn` throws if the column does not exist.
  if (sort !== undefined) await typeOfColumn(duck, rows, sort)
  return {
    file: rows.file,
    rowCount: rows.rowCount,
    conditions,
    sort: sort === undefined ? undefined : { column: sort, isDescending: order === 'descend' },
  }
}

/**
 * Reads rows by their number. DuckDB reads only the matching part of the file, so page 500,000 is as fast as page 1.
 */
async function fetchRows(duck: Duck, rows: Rows, where: string, order?: number[]): Promise<TableRow[]> {
  const dates = rows.columns.filter((name) => rows.columnTypes[name] === 'date')
  const asText = dates.length === 0 ? '' : `REPLACE (${dates.map((name) => cellOf(name, 'date')).join(', ')})`
  const found = await duck.rows(`SELECT * ${asText} FROM ${numbered(rows.file)} WHERE ${where} ORDER BY ${ROW_NUMBER}`)
  const places = new Map(order?.map((number, index) => [number, index]))
  const place = (row: TableRow) => places.get(Number(row[ROW_NUMBER])) ?? 0
  if (order) found.sort((one, other) => place(one) - place(other))
  return found.map(({ [ROW_NUMBER]: _number, ...row }) => row)
}
