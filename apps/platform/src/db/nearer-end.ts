import { asc, desc, type SQLWrapper } from 'drizzle-orm'

interface Page {
  size: number
  offset: number
}

/** How a page of a list, newest first, is reached from the end that is nearer: half of the rows are passed over at most. */
export function nearerEnd(columns: SQLWrapper[], total: number, page: Page) {
  const size = Math.max(0, Math.min(page.size, total - page.offset))
  const after = Math.max(0, total - page.offset - size)
  const [turn, offset] = page.offset <= after ? [desc, page.offset] : [asc, after]
  return { size, offset, order: columns.map((column) => turn(column)) }
}
