import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ErrorCode, type ErrorParams, fail, type ReadingReport, type ReadOptions } from '@tessera/contract'
import { classesOf, findRow, isBlank, isNothing } from '../../lib/csv-rows.ts'
import { literal } from '../../lib/duck.ts'
import { isRowId, ROW_ID } from '../reader.ts'
import { Rejects } from '../rejects.ts'
import type { Head } from './head.ts'

/**
 * Rows prepared for DuckDB: all have the width of the header, and they are numbered unless the table has a column `id`.
 */
export interface ScannedRows {
  path: string
  delimiter: string
  names: string[]
  isNumbered: boolean
  count: number
  /** Length of the longest row in bytes. */
  longest: number
  /** Returns the line in which a row begins. Rows are counted from 1. */
  lineOf: (row: number) => number | undefined
  report: ReadingReport
}

const BUFFER_BYTES = 8 * 1024 * 1024
const CODES: Record<Exclude<RowFault, 'empty'>, ErrorCode> = {
  width: 'dataset.csv-width',
  quote: 'dataset.csv-quote',
  'too-long': 'dataset.csv-long',
  encoding: 'dataset.csv-encoding',
}

/**
 * Returns the error code for a fault. If the text was read as UTF-8, bytes that cannot be decoded count as damage, not
 * as a sign of another encoding.
 */
const codeOf = (fault: Exclude<RowFault, 'empty'>, { encoding }: Head): ErrorCode =>
  fault === 'encoding' && encoding.encoding === 'UTF-8' ? 'dataset.text-damaged' : CODES[fault]

/** Writes the valid rows below the header to `path`, and reports which rows it left out. */
export async function scanRows(head: Head, path: string, options: ReadOptions): Promise<ScannedRows> {
  const { file, delimiter, names } = head
  const rejects = new Rejects(options)
  const isNumbered = !names.some(isRowId)
  const scanner = new RowScanner({
    delimiter,
    isNumbered,
    width: names.length,
    line: head.line,
    isLossy: head.encoding.isLossy,
    isRowPerLine: head.isRowPerLine,
    onBad: (bad) => {
      const place = { file, line: bad.line }
      if (bad.fault === 'empty') rejects.addEmpty(place)
      else rejects.add(bad.fault, codeOf(bad.fault, head), place, widthOf(bad, names))
    },
  })
  async function* goodRows() {
    for await (const chunk of head.rows) yield scanner.push(chunk)
    yield scanner.end()
  }
  await pipeline(Readable.from(goodRows(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
  if (scanner.rows === 0) fail('dataset.csv-empty')
  return {
    path,
    delimiter,
    names,
    isNumbered,
    count: scanner.rows,
    longest: scanner.longest,
    lineOf: (row) => scanner.lines.lineOf(row),
    report: {
      rowsRead: scanner.rows + rejects.count,
      rejected: rejects.list,
      renamed: head.renamed,
      notes: head.notes,
    },
  }
}

/** Returns the SQL source for the written rows, with all values as texts. */
export function readScanned({ path, delimiter, names, isNumbered, longest }: ScannedRows): string {
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`)
  const shape = [...(isNumbered ? [`${literal(ROW_ID)}: 'BIGINT'`] : []), ...columns]
  const longestLine = longest + 64
  return `read_csv(${literal(path)}, auto_detect = false, header = false, delim = ${literal(delimiter)}, quote = '"',
    escape = '"', new_line = '\\n', strict_mode = true, nullstr = [''], max_line_size = ${longestLine},
    buffer_size = ${Math.max(BUFFER_BYTES, 4 * longestLine)}, columns = {${shape.join(', ')}})`
}

const widthOf = ({ fault, found }: BadRow, names: string[]): ErrorParams =>
  fault === 'width' ? { found, expected: names.length } : {}

type RowFault = 'width' | 'quote' | 'too-long' | 'encoding' | 'empty'

/** An invalid row: the position at which it begins, and its number of values. */
interface BadRow {
  fault: RowFault
  line: number
  found: number
}

const ROW_LIMIT_BYTES = 16 * 1024 * 1024
const OUT_BYTES = 512 * 1024
const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22]
/** The UTF-8 bytes of the replacement character for undecodable input. */
const REPLACED = Buffer.from('\uFFFD')
const NUMBER_DIGITS = 16
const MAX_TURNS = 200_000

interface ScanOptions {
  delimiter: string
  /** Number of values in each row. */
  width: number
  /** Line number of the first row. */
  line: number
  /** Whether a sequential number is inserted as the first value of every row. */
  isNumbered: boolean
  /** Whether undecodable bytes were already replaced. */
  isLossy: boolean
  /** Whether each row counts as one line regardless of its content, as in a workbook. */
  isRowPerLine: boolean
  onBad: (row: BadRow) => void
}

/**
 * Scans every byte of a table on its way to DuckDB: counts and numbers rows, checks widths and quotation marks, and
 * tracks lines as an editor counts them.
 * DuckDB can read everything that passes without errors.
 */
class RowScanner {
  rows = 0
  /** Length in bytes of the longest row accepted so far. */
  longest = 0
  readonly lines = new RowLines()
  readonly #options: ScanOptions
  readonly #classes: Uint8Array
  readonly #number = new RunningNumber()
  #line: number
  #rest: Buffer = Buffer.alloc(0)
  #isWithinTooLong = false
  #parts: Buffer[] = []
  #out = Buffer.allocUnsafe(OUT_BYTES)
  #size = 0

  constructor(options: ScanOptions) {
    this.#options = options
    this.#classes = classesOf(options.delimiter)
    this.#line = options.line
  }

  /** Takes the next chunk of the table, and returns the valid rows that end in it. */
  push(chunk: Buffer): Buffer {
    return this.#scan(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]), false)
  }

  end(): Buffer {
    return this.#scan(this.#rest, true)
  }

  #scan(bytes: Buffer, isLast: boolean): Buffer {
    let at = 0
    const isClean = !this.#options.isLossy || !bytes.includes(REPLACED)
    while (at < bytes.length) {
      const next = this.#isWithinTooLong
        ? this.#leaveTooLong(bytes, at, isLast)
        : this.#take(bytes, at, isLast, isClean)
      if (next < 0) break
      at = next
    }
    // Within a line that is too long and is left out, only the line's end matters. Its line break may be split across
    // two chunks.
    if (this.#isWithinTooLong) at = Math.max(at, bytes.length - (bytes.at(-1) === CR ? 1 : 0))
    this.#rest = isLast ? Buffer.alloc(0) : bytes.subarray(at)
    return this.#written()
  }

  /**
   * Returns the position at which the next row begins, or a negative number if the current row does not end in this
   * chunk.
   */
  #take(bytes: Buffer, start: number, isLast: boolean, isClean: boolean): number {
    const row = findRow(bytes, start, this.#classes, isLast)
    if (!row) return bytes.length - start > ROW_LIMIT_BYTES ? this.#giveUp(bytes, start, isLast) : -1
    const { end, next, fields, lines } = row
    if (row.isOpen) return this.#giveUp(bytes, start, isLast)
    const line = this.#line
    this.#line += this.#options.isRowPerLine ? 1 : lines
    if (fields === 1 && isBlank(bytes, start, end)) return next
    const { width, onBad } = this.#options
    if (isNothing(bytes, start, end, this.#classes)) {
      onBad({ fault: 'empty', line, found: 0 })
      return next
    }
    const found = fields === width + 1 && row.isLastEmpty ? width : fields
    if (!isClean && bytes.subarray(start, end).includes(REPLACED)) onBad({ fault: 'encoding', line, found })
    else if (found !== width) onBad({ fault: 'width', line, found })
    else if (end - start > ROW_LIMIT_BYTES) onBad({ fault: 'too-long', line, found })
    // A delimiter after the last value does not start another value.
    else this.#write(line, bytes, start, found === fields ? end : bytes.lastIndexOf(this.#options.delimiter, end - 1))
    return next
  }

  /** Leaves out the first line of a quotation that is never closed, and continues with the next line. */
  #giveUp(bytes: Buffer, start: number, isLast: boolean): number {
    let at = start
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1
    const isQuote = bytes.subarray(start, at).includes(QUOTE)
    this.#options.onBad({ fault: isQuote ? 'quote' : 'too-long', line: this.#line, found: 0 })
    this.#isWithinTooLong = true
    return this.#leaveTooLong(bytes, at, isLast)
  }

  #leaveTooLong(bytes: Buffer, start: number, isLast: boolean): number {
    let at = start
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1
    if (at === bytes.length || (bytes[at] === CR && at + 1 === bytes.length && !isLast)) return -1
    this.#isWithinTooLong = false
    this.#line += 1
    return at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1)
  }

  #write(line: number, bytes: Buffer, start: number, end: number) {
    const length = end - start
    const needed = length + NUMBER_DIGITS + 2
    if (this.#size + needed > this.#out.length) {
      this.#parts.push(this.#out.subarray(0, this.#size))
      this.#out = Buffer.allocUnsafe(Math.max(OUT_BYTES, needed))
      this.#size = 0
    }
    this.rows += 1
    this.lines.add(this.rows, line)
    if (length > this.longest) this.longest = length
    if (this.#options.isNumbered) {
      this.#size += this.#number.writeNext(this.#out, this.#size)
      this.#out[this.#size++] = this.#options.delimiter.charCodeAt(0)
    }
    bytes.copy(this.#out, this.#size, start, end)
    this.#size += length
    this.#out[this.#size++] = LF
  }

  #written(): Buffer {
    const written = Buffer.concat([...this.#parts, this.#out.subarray(0, this.#size)])
    this.#parts = []
    this.#size = 0
    return written
  }
}

/** A counter that is stored as decimal digits, so that it can be written without conversion. */
class RunningNumber {
  readonly #digits = Buffer.alloc(NUMBER_DIGITS, '0')
  #first = NUMBER_DIGITS

  writeNext(out: Buffer, at: number): number {
    let place = NUMBER_DIGITS - 1
    while (this.#digits[place] === 0x39) this.#digits[place--] = 0x30
    this.#digits[place] = (this.#digits[place] as number) + 1
    if (place < this.#first) this.#first = place
    for (let from = this.#first, to = at; from < NUMBER_DIGITS; from += 1, to += 1) {
      out[to] = this.#digits[from] as number
    }
    return NUMBER_DIGITS - this.#first
  }
}

/**
 * Returns the line in which a row begins. An entry is stored only where line and row numbers diverge: at a blank line
 * or a line break in a value.
 */
class RowLines {
  /** From row `row` on, the line number exceeds the row number by `behind`. */
  readonly #turns: { row: number; behind: number }[] = []
  #isFull = false

  /** Must be called for each row in ascending order, starting with row 1. */
  add(row: number, line: number) {
    const behind = line - row
    if (this.#isFull || this.#turns.at(-1)?.behind === behind) return
    if (this.#turns.length === MAX_TURNS) this.#isFull = true
    this.#turns.push({ row, behind })
  }

  /** Returns the line of a row, or undefined if too many entries would have been needed. */
  lineOf(row: number): number | undefined {
    const at = this.#turns.findLastIndex((turn) => turn.row <= row)
    const turn = this.#turns[at]
    const isLost = this.#isFull && at === this.#turns.length - 1
    return turn && !isLost ? row + turn.behind : undefined
  }
}
