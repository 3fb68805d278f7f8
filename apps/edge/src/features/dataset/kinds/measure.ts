import type { Analysis, Distribution } from '@tessera/contract'
import { type Duck, ident } from '../../../lib/duck.ts'
import { balanceOf, distributionOf } from './analysis.ts'

/** Distribution of what a query measures: each `value`, and in `total` how often it is there. Empty where there is none. */
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

/** Class balance of label columns. */
export async function balances(duck: Duck, source: string, columns: string[]): Promise<Analysis['classes']> {
  const found: Analysis['classes'] = []
  for (const column of columns) {
    const rows = await duck.rows(
      `SELECT CAST(${ident(column)} AS VARCHAR) AS name, count(*) AS total FROM ${source}
       WHERE ${ident(column)} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1000`,
    )
    found.push(balanceOf(column, new Map(rows.map(({ name, total }) => [String(name), Number(total)]))))
  }
  return found
}
