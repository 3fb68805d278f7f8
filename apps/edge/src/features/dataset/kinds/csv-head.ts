import { fail } from '@tessera/contract'
import { splitCells } from '../../../lib/csv-records.ts'
import { classesOf, findRow } from '../../../lib/csv-scan.ts'

const DELIMITERS = [',', ';', '\t', '|']
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
}

/** Reads a table's header out of its first bytes. */
export function readHead(bytes: Buffer, file: string): Head {
  const named = SEPARATOR_LINE.exec(bytes.subarray(0, 16).toString('latin1'))
  const from = skipBlank(bytes, named ? { offset: named[0].length, line: 2 } : { offset: 0, line: 1 })
  if (from.offset >= bytes.length) fail('dataset.csv-empty')
  const delimiter = named?.[1] ?? delimiterIn(bytes.subarray(from.offset))
  const header = findRow(bytes, from.offset, classesOf(delimiter), true)
  if (!header || header.isOpen) fail('dataset.csv-quote', { file, line: from.line })
  return {
    delimiter,
    cells: splitCells(bytes.toString('utf8', from.offset, header.end), delimiter),
    line: from.line + header.lines,
    offset: header.next,
    headerLine: from.line,
  }
}

function skipBlank(bytes: Buffer, from: { offset: number; line: number }) {
  let { offset, line } = from
  for (;;) {
    const blank = /^[ ]*(\r\n|\n|\r)/.exec(bytes.toString('latin1', offset, offset + 256))
    if (!blank) return { offset, line }
    offset += blank[0].length
    line += 1
  }
}

/** The separator by which most of the first rows are as wide as the header. */
function delimiterIn(bytes: Buffer): string {
  let best = { delimiter: ',', share: 0, width: 1 }
  for (const delimiter of DELIMITERS) {
    const widths = firstWidths(bytes, delimiter)
    const [width = 1] = widths
    if (width === 1) continue
    const share = widths.filter((one) => one === width).length / widths.length
    if (share > best.share || (share === best.share && width > best.width)) best = { delimiter, share, width }
  }
  return best.delimiter
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
