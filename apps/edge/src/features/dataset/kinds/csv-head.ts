import { fail, splitCells } from '@tessera/contract'
import { classesOf, findRow } from '../../../lib/csv-scan.ts'
import { DELIMITERS, firstRows, type Start } from './first-rows.ts'
import { findHeaderLine, type HeaderLine } from './header-line.ts'

const ROWS_COMPARED = 100
/** What spreadsheets write above a table to name its separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

export interface Head {
  delimiter: string
  /** The header's values as they stand there. */
  cells: string[]
  /** Line and place of the first row. */
  line: number
  offset: number
  /** The line of the header itself. */
  headerLine: number
  /** What stands above it and is not read. */
  linesAbove: number
}

interface Asked {
  file: string
  /** Where somebody said that the header is; else it is the first line that is not blank. */
  headerLine: number | undefined
  isRowPerLine: boolean
}

/** Reads a table's header out of its first bytes. */
export function readHead(bytes: Buffer, { file, headerLine, isRowPerLine }: Asked): Head {
  const named = SEPARATOR_LINE.exec(bytes.subarray(0, 16).toString('latin1'))
  const begin = beginOf(bytes)
  const from = headerLine === undefined ? begin : skipBlank(bytes, lineAt(bytes, begin, { headerLine, isRowPerLine }))
  if (from.offset >= bytes.length) fail('dataset.csv-empty')
  const delimiter = named?.[1] ?? delimiterIn(bytes.subarray(from.offset)) ?? delimiterBelow(bytes, from, isRowPerLine)
  const header = findRow(bytes, from.offset, classesOf(delimiter), true)
  if (!header || header.isOpen) fail('dataset.csv-quote', { file, line: from.line })
  return {
    delimiter,
    cells: splitCells(bytes.toString('utf8', from.offset, header.end), delimiter),
    line: from.line + (isRowPerLine ? 1 : header.lines),
    offset: header.next,
    headerLine: from.line,
    linesAbove: from.line - begin.line,
  }
}

/** The line below a title that seems to be the header. */
export const proposeHeaderLine = (bytes: Buffer, isRowPerLine: boolean): HeaderLine | undefined =>
  findHeaderLine(bytes, beginOf(bytes), isRowPerLine)

function beginOf(bytes: Buffer): Start {
  const named = SEPARATOR_LINE.exec(bytes.subarray(0, 16).toString('latin1'))
  return skipBlank(bytes, named ? { offset: named[0].length, line: 2 } : { offset: 0, line: 1 })
}

function lineAt(bytes: Buffer, from: Start, of: { headerLine: number; isRowPerLine: boolean }): Start {
  const look = { delimiter: ',', count: of.headerLine, isRowPerLine: of.isRowPerLine }
  const found = firstRows(bytes, from, look).find(({ line }) => line >= of.headerLine)
  return found ?? fail('dataset.csv-empty')
}

function skipBlank(bytes: Buffer, from: Start): Start {
  let { offset, line } = from
  for (;;) {
    const blank = /^[ ]*(\r\n|\n|\r)/.exec(bytes.toString('latin1', offset, offset + 256))
    if (!blank) return { offset, line }
    offset += blank[0].length
    line += 1
  }
}

/** The separator by which most of the first rows are as wide as the header; none where that has one value. */
function delimiterIn(bytes: Buffer): string | undefined {
  let best: { delimiter?: string; share: number; width: number } = { share: 0, width: 1 }
  for (const delimiter of DELIMITERS) {
    const widths = firstWidths(bytes, delimiter)
    const [width = 1] = widths
    if (width === 1) continue
    const share = widths.filter((one) => one === width).length / widths.length
    if (share > best.share || (share === best.share && width > best.width)) best = { delimiter, share, width }
  }
  return best.delimiter
}

/** Under a title of one value a table has its separator all the same; but a single column of texts has none. */
function delimiterBelow(bytes: Buffer, from: Start, isRowPerLine: boolean): string {
  const below = findHeaderLine(bytes, from, isRowPerLine)
  return below && below.width > 2 ? below.delimiter : ','
}

function firstWidths(bytes: Buffer, delimiter: string): number[] {
  const classes = classesOf(delimiter)
  const widths: number[] = []
  for (let at = 0; at < bytes.length && widths.length < ROWS_COMPARED; ) {
    const row = findRow(bytes, at, classes, false)
    if (!row || row.isOpen) break
    if (row.end > at) widths.push(row.fields)
    at = row.next
  }
  // A text without a line break is all header.
  return widths.length > 0 ? widths : [findRow(bytes, 0, classes, true)?.fields ?? 1]
}
