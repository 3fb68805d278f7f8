import { DELIMITERS } from '../../../../lib/csv-rows.ts'
import { commonWidth, firstRows } from '../header-line.ts'
import { firstLine } from '../peek.ts'
import { looksTagged } from './tags.ts'

const ROWS_COMPARED = 50
const LEAST_SHARE = 0.8

/** Whether a `.txt` is a table, as spreadsheets save "Unicode text": most of its rows have the same two columns or more. */
export function isTextTable(start: string): boolean {
  if (looksTagged(firstLine(start))) return false
  const bytes = Buffer.from(start)
  return DELIMITERS.some((delimiter) => {
    const look = { delimiter, count: ROWS_COMPARED, isRowPerLine: false }
    const rows = firstRows(bytes, { offset: 0, line: 1 }, look)
    const { width, share } = commonWidth(rows.map(({ cells }) => cells.length))
    return rows.length > 1 && width > 1 && share >= LEAST_SHARE
  })
}
