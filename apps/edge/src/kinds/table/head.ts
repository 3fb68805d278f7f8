import type { Readable } from 'node:stream'
import {
  AppError,
  CHOSEN_ENCODINGS,
  type ChosenEncoding,
  type ErrorParams,
  fail,
  type ReadingReport,
  type ReadOptions,
  splitCells,
  tellsPersonsApart,
} from '@tessera/contract'
import { classesOf, delimitersFor, type FoundRow, findRow } from '../../lib/csv-rows.ts'
import { encodingAmong, guessEncoding, NotUtf8, type Text, utf8Chunks } from '../../lib/utf8-chunks.ts'
import { nameColumns } from '../column-names.ts'
import { findHeaderLine, firstRows, offerHeaderLine, type Start } from '../header-line.ts'
import { isRowId } from '../reader.ts'

/** A delimited text with a header, from any source such as a file or a workbook sheet. */
export interface TableText {
  /** The file's name in the archive, for error messages. */
  file: string
  /** Opens the content from its beginning. It is called a second time if the first guess of the encoding was wrong. */
  open: () => Promise<Readable>
  /** Whether each row counts as one line, as in a workbook. */
  isRowPerLine: boolean
}

/** The properties of a table that are determined from its first lines, and its remaining rows. */
export interface Head {
  file: string
  isRowPerLine: boolean
  encoding: Text
  delimiter: string
  names: string[]
  renamed: ReadingReport['renamed']
  notes: ReadingReport['notes']
  /** Number of the line in which the first row begins. */
  line: number
  /** All content below the header, in chunks of UTF-8. */
  rows: AsyncGenerator<Buffer>
}

const HEAD_BYTES = 1024 * 1024
/** Maximum size of a header. It is enough for 5,000 columns with names of 128 characters. */
const HEAD_LIMIT_BYTES = 4 * 1024 * 1024
const ROWS_COMPARED = 100
/** Name given to the unnamed column in which R writes row names. */
const ROW_NAMES = 'row_names'
const QUOTE = 0x22
/** Common names of a row number column. */
const COUNTS_ROWS = /^(n|nr|no|num|number|nummer|index|row|case|record|obs|observation)\.?$|^#$|^(序号|行号|号)$/i
/** The line that spreadsheets write above a table to declare its separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

/**
 * Determines the header and encoding of a table, and calls `read` with the rest. If the text turns out not to be UTF-8,
 * starts again with another encoding. Errors in the header or below it can offer a later header line as a remedy.
 */
export async function withHead<T>(text: TableText, options: ReadOptions, read: (head: Head) => Promise<T>): Promise<T> {
  const { encoding } = options
  if (encoding && !text.isRowPerLine) {
    return withHeadAs(text, { encoding, isLossy: true, others: otherThan(encoding) }, options, read)
  }
  const guessed = guessEncoding(await startOf(text))
  try {
    return await withHeadAs(text, { encoding: guessed, isLossy: guessed !== 'UTF-8' }, options, read)
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error
    return withHeadAs(text, await encodingAmong(await text.open()), options, read)
  }
}

async function withHeadAs<T>(text: TableText, encoding: Text, options: ReadOptions, read: (head: Head) => Promise<T>) {
  const chunks = utf8Chunks(await text.open(), encoding)
  const start = await takeStart(chunks)
  try {
    return await read(readHead(text, { encoding, start, chunks }, options))
  } catch (error) {
    const offered = offerNoHeader(error)
    if (options.headerLine !== undefined) throw offerEncoding(offered, encoding)
    const other = offerHeaderLine(offered, () => findHeaderLine(start, beginOf(start), text.isRowPerLine)?.line)
    throw offerEncoding(other, encoding)
  }
}

const otherThan = (encoding: ChosenEncoding) => CHOSEN_ENCODINGS.filter((one) => one !== encoding)

/** If all names in a header are numbers, the error offers to read the file as one without a header. */
function offerNoHeader(error: unknown): unknown {
  const isNumbers = error instanceof AppError && error.code === 'dataset.header-missing'
  return isNumbers ? new AppError(error.code, { ...error.params, remedy: 'no-header' }) : error
}

/**
 * If the detected encoding is doubtful, the error offers other encodings, because the wrong encoding can be its cause.
 */
function offerEncoding(error: unknown, { isDoubtful, others }: Text): unknown {
  if (!(error instanceof AppError) || !isDoubtful || !others?.[0]) return error
  const { remedy, otherRemedy: _third, ...params } = error.params
  const other: ErrorParams = remedy === undefined ? {} : { otherRemedy: remedy }
  return new AppError(error.code, { ...params, remedy: 'encoding', encoding: others[0], ...other })
}

async function startOf(text: TableText): Promise<Buffer> {
  for await (const chunk of await text.open()) return chunk as Buffer
  return Buffer.alloc(0)
}

/** Reads the first part of the text, which is long enough to contain the header. */
async function takeStart(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  while (
    size < HEAD_BYTES ||
    (size < HEAD_LIMIT_BYTES && !pieces.some((piece) => /[\r\n]/.test(piece.toString('latin1'))))
  ) {
    const { value, done } = await chunks.next()
    if (done) break
    pieces.push(value)
    size += value.length
  }
  return Buffer.concat(pieces)
}

interface Begun {
  encoding: Text
  start: Buffer
  /** The chunks that follow the first part. */
  chunks: AsyncGenerator<Buffer>
}

function readHead({ file, isRowPerLine }: TableText, { encoding, start, chunks }: Begun, options: ReadOptions): Head {
  const begin = beginOf(start)
  const { headerLine } = options
  const from = headerLine === undefined ? begin : skipBlank(start, lineAt(start, begin, { headerLine, isRowPerLine }))
  if (from.offset >= start.length) fail('dataset.csv-empty')
  const delimiter =
    namedDelimiter(start) ?? delimiterIn(start.subarray(from.offset)) ?? delimiterBelow(start, from, isRowPerLine)
  const header = findRow(start, from.offset, classesOf(delimiter), true)
  if (!header || header.isOpen) fail('dataset.csv-quote', { file, line: from.line })
  const written = splitCells(start.toString('utf8', from.offset, header.end), delimiter)
  const { noHeader } = options
  const cells = noHeader ? written.map((_cell, index) => `column_${index + 1}`) : written
  const isNamed =
    !noHeader &&
    cells.length > 1 &&
    !cells.includes(ROW_NAMES) &&
    hasRowNames(start, { header, cells, delimiter, isRowPerLine })
  const { names, renamed } = nameColumns(isNamed ? [ROW_NAMES, ...cells] : cells, {
    file,
    line: from.line,
    rename: options.renameColumns,
  })
  if (isNamed) renamed.unshift({ position: 1, from: '', to: ROW_NAMES })
  async function* rows() {
    yield start.subarray(noHeader ? from.offset : header?.next)
    yield* chunks
  }
  const linesAbove = from.line - begin.line
  return {
    file,
    isRowPerLine,
    encoding,
    delimiter,
    names,
    renamed,
    notes: [
      ...(isRowPerLine ? [] : notesOf(encoding, delimiter)),
      ...(linesAbove > 0 ? [{ name: 'above-header' as const, value: String(linesAbove) }] : []),
    ],
    line: noHeader ? from.line : from.line + (isRowPerLine ? 1 : header.lines),
    rows: rows(),
  }
}

const notesOf = ({ encoding, isDoubtful, others }: Text, delimiter: string): ReadingReport['notes'] => [
  { name: 'encoding', value: encoding, ...(others && !isDoubtful ? { ways: others } : {}) },
  ...(isDoubtful ? [{ name: 'encoding-doubtful' as const, value: encoding, ...(others ? { ways: others } : {}) }] : []),
  { name: 'separator', value: delimiter },
]

const separatorLine = (start: Buffer) => SEPARATOR_LINE.exec(start.subarray(0, 16).toString('latin1'))
const namedDelimiter = (start: Buffer) => separatorLine(start)?.[1]

/** Returns the position of the first non-blank line. */
function beginOf(bytes: Buffer): Start {
  const named = separatorLine(bytes)
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

/**
 * Returns whether each of the first rows has one value more than the header because R wrote unique row names without a
 * column name. A header that lacks its last name produces the same widths. So row names must be quoted or be R's
 * default names (1, 2, 3, …), and the header must not begin with an id. Between unquoted commas, the extra value can
 * also be a decimal part (`3,72`), so such rows are refused.
 */
function hasRowNames(
  start: Buffer,
  of: { header: FoundRow; cells: string[]; delimiter: string; isRowPerLine: boolean },
) {
  const { header, cells, delimiter, isRowPerLine } = of
  const headers = cells.map((cell) => cell.trim())
  const hasIds = headers.some(isRowId) || tellsPersonsApart(headers[0] ?? '') || COUNTS_ROWS.test(headers[0] ?? '')
  const rows = firstRows(start, { offset: header.next, line: 1 }, { delimiter, count: ROWS_COMPARED, isRowPerLine })
  const names = new Set(rows.map((row) => row.cells[0]))
  const isWider = rows.every((row) => row.cells.length === headers.length + 1 && row.cells.at(-1) !== '')
  if (hasIds || rows.length < 2 || names.size < rows.length || !isWider) return false
  const isQuoted = rows.every(({ offset }) => start[offset] === QUOTE)
  return isQuoted || (delimiter !== ',' && rows.every((row, at) => row.cells[0] === String(at + 1)))
}

/**
 * Returns the separator for which most of the first rows have as many values as the header, or undefined if the header
 * has only one value.
 */
function delimiterIn(bytes: Buffer): string | undefined {
  let best: { delimiter?: string; share: number; width: number } = { share: 0, width: 1 }
  for (const delimiter of delimitersFor(bytes)) {
    const widths = firstWidths(bytes, delimiter)
    const [width = 1] = widths
    // If this candidate does not separate the quoted names of the header, the computed width is 0.
    if (width < 2) continue
    const share = widths.filter((one) => one === width).length / widths.length
    if (share > best.share || (share === best.share && width > best.width)) best = { delimiter, share, width }
  }
  return best.delimiter
}

/**
 * Returns the separator of a table below a title that consists of a single value. A table with a single column of texts
 * has no separator.
 */
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
  // A text without a line break consists of the header only.
  return widths.length > 0 ? widths : [findRow(bytes, 0, classes, true)?.fields ?? 1]
}
