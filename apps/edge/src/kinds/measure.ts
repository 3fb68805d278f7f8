import type { Analysis, Distribution } from '@tessera/contract'
import { type Duck, ident } from '../lib/duck.ts'
import { balanceOf, distributionOf } from './analysis.ts'
import { labelsIn, type ReadLabels } from './label-lists.ts'

/**
 * Returns the distribution of the column `value` of a query, which states each value's frequency in `total`. The list
 * is empty if there are no values.
 */
export async function measure(duck: Duck, of: Distribution['of'], query: string): Promise<Distribution[]> {
  const counts = await duck.rows(query)
  const values = new Float64Array(counts.reduce((sum, { total }) => sum + Number(total), 0))
  let at = 0
  for (const { value, total } of counts) {
    values.fill(Number(value), at, at + Number(total))
    at += Number(total)
  }
  return [distributionOf(of, values)].filter((one) => one !== undefined)
}

/** Returns the class balance of label columns. A row with several labels counts for each of them. */
export async function balances(
  duck: Duck,
  source: string,
  columns: string[],
  labels: ReadonlyMap<string, ReadLabels> = new Map(),
): Promise<Analysis['classes']> {
  const found: Analysis['classes'] = []
  for (const column of columns) {
    const isSeveral = labels.get(column)?.type === 'labels'
    const name = isSeveral ? `unnest(${labelsIn(ident(column))})` : `CAST(${ident(column)} AS VARCHAR)`
    const rows = await duck.rows(
      `SELECT name, count(*) AS total FROM (SELECT ${name} AS name FROM ${source})
       WHERE name IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1000`,
    )
    found.push(balanceOf(column, new Map(rows.map(({ name, total }) => [String(name), Number(total)]))))
  }
  return found
}
