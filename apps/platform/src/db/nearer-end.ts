import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './pool.ts'

type Turn = typeof asc

interface Page {
  size: number
  offset: number
}

/**
 * Returns the order and the offset that read a page of a list from the list's nearer end, so that the database skips at
 * most half of the rows. By default the newest row comes first.
 */
export function nearerEnd(columns: SQLWrapper[], total: number, { first = desc, ...page }: Page & { first?: Turn }) {
  const size = Math.max(0, Math.min(page.size, total - page.offset))
  const after = Math.max(0, total - page.offset - size)
  const last = first === desc ? asc : desc
  const [turn, offset] = page.offset <= after ? [first, page.offset] : [last, after]
  return { size, offset, order: columns.map((column) => turn(column)) }
}

/**
 * Selects the ids of the rows on such a page. The database skips entries of an index, and reads whole rows only for the
 * page.
 */
export function idsOnPage(
  db: Db,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
  { size, offset, order }: Page & { order: SQLWrapper[] },
) {
  return db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...(order as SQL[]))
    .limit(size)
    .offset(offset)
}
