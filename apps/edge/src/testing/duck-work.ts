import type { Duck } from '../lib/duck.ts'

/** The same DuckDB, and what it was asked. */
export function listenTo(duck: Duck) {
  const asked: string[] = []
  const heard = (sql: string) => {
    asked.push(sql)
    return sql
  }
  const listened = {
    run: (sql: string) => duck.run(heard(sql)),
    rows: (sql: string) => duck.rows(heard(sql)),
    row: (sql: string) => duck.row(heard(sql)),
    batches: (sql: string) => duck.batches(heard(sql)),
  } as Duck
  return { duck: listened, asked }
}

/** How many rows the parts of a question hand on to each other until it is answered: the same on a fast machine and a slow one. */
export async function rowsMoved(duck: Duck, question: string): Promise<number> {
  const { explain_value: plan } = await duck.row(`EXPLAIN (ANALYZE, FORMAT json) ${question}`)
  return (JSON.parse(String(plan)) as { cumulative_cardinality?: number }).cumulative_cardinality ?? 0
}
