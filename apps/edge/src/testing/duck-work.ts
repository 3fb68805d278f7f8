import type { Duck } from '../lib/duck.ts'

/** Returns the same DuckDB instance, and a list to which its queries are added. */
export function listenTo(duck: Duck) {
  const queries: string[] = []
  const record = (sql: string) => {
    queries.push(sql)
    return sql
  }
  const listened = {
    run: (sql: string) => duck.run(record(sql)),
    rows: (sql: string) => duck.rows(record(sql)),
    row: (sql: string) => duck.row(record(sql)),
    batches: (sql: string) => duck.batches(record(sql)),
  } as Duck
  return { duck: listened, queries }
}

/**
 * Returns the number of rows that the operators of a query pass on. This number does not depend on the speed of the
 * machine.
 */
export async function rowsMoved(duck: Duck, question: string): Promise<number> {
  const { explain_value: plan } = await duck.row(`EXPLAIN (ANALYZE, FORMAT json) ${question}`)
  return (JSON.parse(String(plan)) as { cumulative_cardinality?: number }).cumulative_cardinality ?? 0
}
