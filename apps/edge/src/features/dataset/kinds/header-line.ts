import { AppError, type ErrorCode, type ErrorParams, splitCells } from '@tessera/contract'
import { classesOf, DELIMITERS, findRow } from '../../../lib/csv-rows.ts'

/** Where in a text something begins. */
export interface Start {
  offset: number
  line: number
}

export interface FirstRow extends Start {
  cells: string[]
  next: number
}

interface Look {
  delimiter: string
  count: number
  /** Of a workbook: each row counts as a line. */
  isRowPerLine: boolean
}

/** The first rows of a delimited text that are not blank. */
export function firstRows(bytes: Buffer, from: Start, { delimiter, count, isRowPerLine }: Look): FirstRow[] {
  const classes = classesOf(delimiter)
  const rows: FirstRow[] = []
  let { offset, line } = from
  while (offset < bytes.length && rows.length < count) {
    const row = findRow(bytes, offset, classes, true)
    if (!row || row.isOpen) break
    const text = bytes.toString('utf8', offset, row.end)
    if (text.trim() !== '') rows.push({ offset, line, cells: splitCells(text, delimiter), next: row.next })
    offset = row.next
    line += isRowPerLine ? 1 : row.lines
  }
  return rows
}

export interface HeaderLine {
  line: number
  delimiter: string
  /** How many values most rows have. */
  width: number
}

const LINES_LOOKED_AT = 20
const ROWS_COMPARED = 100

/**
 * Where a table has a title above its header: the line the header seems to be in. Undefined where the first line is
 * nearly as wide as the others, so that it is a header, if not always a good one.
 */
export function findHeaderLine(bytes: Buffer, from: Start, isRowPerLine: boolean): HeaderLine | undefined {
  const looks = DELIMITERS.flatMap((delimiter) => {
    const rows = firstRows(bytes, from, { delimiter, count: ROWS_COMPARED, isRowPerLine })
    const all = rows.map(({ line, cells }) => ({ line, cells: withoutEnd(cells.map((cell) => cell.trim())) }))
    const { width, share } = commonWidth(all.map(({ cells }) => cells.length))
    const [first, ...others] = all.slice(0, LINES_LOOKED_AT)
    if (!first || width < 2 || !isTitle(first.cells, width)) return []
    const header = likeliest(
      others.filter(({ cells }) => !isTitle(cells, width)),
      width,
    )
    return header ? [{ line: header.line, delimiter, width, share }] : []
  })
  const [best] = looks.sort((one, other) => other.share - one.share || other.width - one.width)
  return best
}

interface Line {
  line: number
  cells: string[]
}

/** The first line of names throughout; or the one with most of them; a header may also hold numbers, such as years. */
function likeliest(lines: Line[], width: number): Line | undefined {
  const isFull = ({ cells }: Line) => cells.length >= width && filled(cells) === cells.length
  const named = lines.filter(({ cells }) => !cells.some(isNumber))
  const most = Math.max(...named.map(({ cells }) => filled(cells)))
  return named.find(isFull) ?? named.find(({ cells }) => filled(cells) === most) ?? lines.find(isFull)
}

const isNumber = (cell: string) => cell !== '' && Number.isFinite(Number(cell))
const filled = (cells: string[]) => cells.filter((cell) => cell !== '').length
const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Half of a row is a title only where it begins with one: a table's first name is what is often missing. */
const isTitle = (cells: string[], width: number) =>
  filled(cells) * 2 < width || (filled(cells) * 2 === width && cells[0] !== '')

/** Cells that are empty at the end are not counted, so of two widths as common the greater one is meant. */
export function commonWidth(widths: number[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [best] = [...counts].sort(([width, count], [other, others]) => others - count || other - width)
  return best ? { width: best[0], share: best[1] / widths.length } : { width: 0, share: 0 }
}

/** What becomes of a table whose first line is taken for its header, but is a title. */
const OF_TITLES = new Set<ErrorCode>([
  'dataset.header-empty',
  'dataset.header-repeated',
  'dataset.header-missing',
  'dataset.header-long',
  'dataset.csv-width',
  'dataset.csv-empty',
])

/** The same error with another way out, before its own. */
export function offerHeaderLine(error: unknown, propose: () => number | undefined): unknown {
  if (!(error instanceof AppError) || !OF_TITLES.has(error.code)) return error
  const headerLine = propose()
  if (headerLine === undefined) return error
  const { remedy, ...params } = error.params
  const other: ErrorParams = remedy === undefined ? {} : { otherRemedy: remedy }
  return new AppError(error.code, { ...params, remedy: 'header-line', headerLine, ...other })
}
