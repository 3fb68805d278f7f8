import { AppError, type ErrorCode, type ErrorParams, splitCells } from '@tessera/contract'
import { classesOf, DELIMITERS, findRow } from '../lib/csv-rows.ts'

/** A position in the bytes of a text, with its line number. */
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
  /** Whether each row counts as one line, as in a workbook. */
  isRowPerLine: boolean
}

/** Returns the first non-blank rows of a delimited text. */
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
  /** The most common number of values per row. */
  width: number
}

const LINES_LOOKED_AT = 20
const ROWS_COMPARED = 100

/**
 * Returns the probable header line of a table that has a title above its header. Returns undefined if the first line is
 * nearly as wide as the others, because then the first line is the header.
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

/**
 * Returns the first line in which every column has a name, or otherwise the line with the most names. A header may
 * contain numbers such as years, but not only numbers.
 */
function likeliest(lines: Line[], width: number): Line | undefined {
  const isFull = ({ cells }: Line) => cells.length >= width && filled(cells) === cells.length
  const named = lines.filter(({ cells }) => !cells.some(isNumber))
  const most = Math.max(...named.map(({ cells }) => filled(cells)))
  return (
    named.find(isFull) ??
    named.find(({ cells }) => filled(cells) === most) ??
    lines.find((line) => isFull(line) && !line.cells.every(isNumber))
  )
}

const isNumber = (cell: string) => cell !== '' && Number.isFinite(Number(cell))
const filled = (cells: string[]) => cells.filter((cell) => cell !== '').length
const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/**
 * A half-filled row counts as a title only if its first cell is filled, because headers often lack the name of the
 * first column.
 */
const isTitle = (cells: string[], width: number) =>
  filled(cells) * 2 < width || (filled(cells) * 2 === width && cells[0] !== '')

/**
 * Returns the most common number of cells per row. Empty trailing cells are not counted, so if two widths are equally
 * common, the larger one is returned.
 */
export function commonWidth(widths: number[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [best] = [...counts].sort(([width, count], [other, others]) => others - count || other - width)
  return best ? { width: best[0], share: best[1] / widths.length } : { width: 0, share: 0 }
}

/** Errors that occur if a table's title is mistaken for its header. */
const OF_TITLES = new Set<ErrorCode>([
  'dataset.header-empty',
  'dataset.header-repeated',
  'dataset.header-missing',
  'dataset.header-long',
  'dataset.csv-width',
  'dataset.csv-empty',
])

/**
 * If an error can be due to a title above the header, adds the probable header line to it, before the other remedies.
 */
export function offerHeaderLine(error: unknown, propose: () => number | undefined): unknown {
  if (!(error instanceof AppError) || !OF_TITLES.has(error.code)) return error
  const headerLine = propose()
  if (headerLine === undefined) return error
  const { remedy, ...params } = error.params
  const other: ErrorParams = remedy === undefined ? {} : { otherRemedy: remedy }
  return new AppError(error.code, { ...params, remedy: 'header-line', headerLine, ...other })
}
