import { delimitersFor } from '../../lib/csv-rows.ts'
import { commonWidth, firstRows } from '../header-line.ts'
import { firstLine } from '../peek.ts'
import { looksTagged } from './tags.ts'

const ROWS_COMPARED = 50
const MIN_SHARE = 0.8

const isNumber = (part: string) => /^[+-]?\d+([.,]\d+)?$/.test(part)

/**
 * Returns whether a text is a table with only blanks between its columns: all lines have the same number of words, with
 * names above numbers.
 */
export function isSpacedTable(start: string): boolean {
  const lines = start.split(/\r\n|\n|\r/).slice(0, ROWS_COMPARED)
  const [header = [], ...rows] = lines.filter((line) => line.trim() !== '').map((line) => line.trim().split(/ +/))
  const isRow = (parts: string[]) => parts.length === header.length && parts.some(isNumber)
  // The last line may be incomplete, so it is not examined.
  const whole = rows.length > 2 ? rows.slice(0, -1) : rows
  return header.length > 1 && !header.some(isNumber) && whole.length > 1 && whole.every(isRow)
}

/**
 * Returns whether a `.txt` file is a table, such as a spreadsheet's "Unicode text" export: most of its rows have the
 * same number of columns, at least two.
 */
export function isTextTable(start: string): boolean {
  if (looksTagged(firstLine(start))) return false
  const bytes = Buffer.from(start)
  return delimitersFor(bytes).some((delimiter) => {
    const look = { delimiter, count: ROWS_COMPARED, isRowPerLine: false }
    const rows = firstRows(bytes, { offset: 0, line: 1 }, look)
    const { width, share } = commonWidth(rows.map(({ cells }) => cells.length))
    return rows.length > 1 && width > 1 && share >= MIN_SHARE
  })
}
