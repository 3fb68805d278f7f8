import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './pool.ts'

type Turn = typeof asc

interface Page {
  size: number
  offset: number
}

/** How a page of a list, newest first unless told otherwise, is reached from the end that is nearer: half of the rows are passed over at most. */
export function nearerEnd(columns: SQLWrapper[], total: number, { first = desc, ...page }: Page & { first?: Turn }) {
  const size = Math.max(0, Math.min(page.size, total - page.offset))
  const after = Math.max(0, total - page.offset - size)
  const last = first === desc ? asc : desc
  const [turn, offset] = page.offset <= after ? [first, page.offset] : [last, after]
  return { size, offset, order: columns.map((column) => turn(column)) }
}

/** The ids on such a page: what is passed over are entries of an index, and whole rows are read of the page only. */
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
