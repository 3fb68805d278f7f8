import { RowLines } from './row-lines.ts'

/** How a delimited text is written, and how wide its rows are. */
export interface Dialect {
  delimiter: string
  width: number
}

export type RowFault = 'width' | 'quote' | 'too-long' | 'encoding' | 'empty'

/** A row that does not fit: where it begins, and how many values it has. */
export interface BadRow {
  fault: RowFault
  line: number
  found: number
}

export const ROW_LIMIT_BYTES = 16 * 1024 * 1024
const OUT_BYTES = 512 * 1024
const [OTHER, DELIMITER, NEWLINE, MARK] = [0, 1, 2, 3]
const [LF, CR, QUOTE, SPACE] = [0x0a, 0x0d, 0x22, 0x20]
/** What stands for bytes that meant nothing, as UTF-8. */
const REPLACED = Buffer.from('\uFFFD')
const NUMBER_DIGITS = 16

export interface ScanOptions extends Dialect {
  /** Where the first row begins. */
  line: number
  /** A running number becomes the first value of every row. */
  isNumbered: boolean
  /** Whether bytes that meant nothing were replaced before. */
  isLossy: boolean
  /** Of a workbook's rows, each is a line whatever its cells hold. */
  isRowPerLine?: boolean
  onBad: (row: BadRow) => void
}

/** One row in a buffer; `next` is where the one after it begins. */
interface Found {
  end: number
  next: number
  fields: number
  isLastEmpty: boolean
  lines: number
  isOpen: boolean
}

/**
 * Looks at every byte of a table on its way to DuckDB: rows are counted and numbered, their widths and quotation marks
 * checked, and lines known as an editor counts them. What it lets through DuckDB reads without a complaint.
 */
export class RowScanner {
  rows = 0
  /** In bytes, of those let through. */
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

  /** The good rows that end in this piece of the text. */
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
    // Of a line that is left out only its end matters, which may stand between two pieces.
    if (this.#isWithinTooLong) at = Math.max(at, bytes.length - (bytes.at(-1) === CR ? 1 : 0))
    this.#rest = isLast ? Buffer.alloc(0) : bytes.subarray(at)
    return this.#written()
  }

  /** Where the next row begins; below zero where this one does not end yet. */
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
    // A sign behind the last value is no value.
    else this.#write(line, bytes, start, found === fields ? end : bytes.lastIndexOf(this.#options.delimiter, end - 1))
    return next
  }

  /** Of what is never closed the first line is left out, and reading goes on behind it. */
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

/** Counts on in decimal digits, as they are written. */
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

export function classesOf(delimiter: string): Uint8Array {
  const classes = new Uint8Array(256)
  classes[delimiter.charCodeAt(0)] = DELIMITER
  classes[LF] = NEWLINE
  classes[CR] = NEWLINE
  classes[QUOTE] = MARK
  return classes
}

/**
 * The row that begins at `start`: undefined where more of the text is needed to know. Quotation marks count where a value
 * begins with one; two of them stand for one inside.
 */
export function findRow(bytes: Buffer, start: number, classes: Uint8Array, isLast: boolean): Found | undefined {
  let fields = 1
  let valueStart = start
  // Most rows have no quotation mark.
  for (let at = start; at < bytes.length; at += 1) {
    const kind = classes[bytes[at] as number]
    if (kind === OTHER) continue
    if (kind === DELIMITER) {
      fields += 1
      valueStart = at + 1
    } else if (kind === NEWLINE && bytes[at] === LF) {
      return { end: at, next: at + 1, fields, isLastEmpty: isBlank(bytes, valueStart, at), lines: 1, isOpen: false }
    } else break
  }
  return findMarkedRow(bytes, start, classes, isLast)
}

function findMarkedRow(bytes: Buffer, start: number, classes: Uint8Array, isLast: boolean): Found | undefined {
  const length = bytes.length
  const open = { end: start, next: start, fields: 0, isLastEmpty: false, lines: 0, isOpen: true }
  let fields = 1
  let lines = 1
  let at = start
  let valueStart = start
  for (;;) {
    while (at < length && bytes[at] === SPACE && classes[SPACE] === OTHER) at += 1
    if (at < length && bytes[at] === QUOTE) {
      at += 1
      for (;;) {
        while (at < length && bytes[at] !== QUOTE) {
          const sign = bytes[at]
          if (sign === LF || (sign === CR && bytes[at + 1] !== LF)) lines += 1
          at += 1
        }
        if (at === length) return isLast ? open : undefined
        if (at + 1 === length && !isLast) return undefined
        if (bytes[at + 1] !== QUOTE) break
        at += 2
      }
      at += 1
      while (at < length && bytes[at] === SPACE) at += 1
      if (at < length && !isBorder(classes, bytes, at)) return open
    } else {
      while (at < length && !isBorder(classes, bytes, at)) at += 1
    }
    if (at === length && !isLast) return undefined
    if (at === length || classes[bytes[at] as number] === NEWLINE) break
    fields += 1
    at += 1
    valueStart = at
  }
  const end = at
  const isReturn = at < length && bytes[at] === CR
  if (isReturn && at + 1 === length && !isLast) return undefined
  const next = at === length ? at : at + (isReturn && bytes[at + 1] === LF ? 2 : 1)
  return { end, next, fields, isLastEmpty: isBlank(bytes, valueStart, end), lines, isOpen: false }
}

const isBorder = (classes: Uint8Array, bytes: Buffer, at: number) => {
  const kind = classes[bytes[at] as number]
  return kind === DELIMITER || kind === NEWLINE
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] !== SPACE) return false
  return true
}

/** A row of separators, spaces and empty quotation marks: what a spreadsheet writes of rows that hold no value. */
function isNothing(bytes: Buffer, start: number, end: number, classes: Uint8Array): boolean {
  for (let at = start; at < end; at += 1) {
    const kind = classes[bytes[at] as number]
    if (kind === OTHER && bytes[at] !== SPACE) return false
  }
  return true
}
