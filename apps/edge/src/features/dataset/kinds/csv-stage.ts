import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ErrorCode, type ErrorParams, fail, type ReadingReport, type ReadOptions } from '@tessera/contract'
import { type BadRow, type RowFault, RowScanner } from '../../../lib/csv-scan.ts'
import { encodingAmong, guessEncoding, NotUtf8, type Text, utf8Chunks } from '../../../lib/utf8-chunks.ts'
import { nameColumns } from './column-names.ts'
import { type Head, proposeHeaderLine, readHead } from './csv-head.ts'
import { offerHeaderLine } from './offer-header-line.ts'
import { ROW_ID } from './reader.ts'
import { Rejects } from './rejects.ts'

/** A delimited text with a header, wherever it comes from. */
export interface CsvText {
  /** Its name in the archive, for errors. */
  name: string
  /** Its bytes from the beginning; asked for again where the first look at its encoding was wrong. */
  open: () => Promise<Readable>
  /** Of a workbook: each row counts as a line. */
  isRowPerLine?: boolean
}

/** Rows on their way into DuckDB: all as wide as the header, each with its number unless the table has an `id`. */
export interface StagedCsv {
  path: string
  delimiter: string
  names: string[]
  isNumbered: boolean
  rows: number
  longestRow: number
  /** Where a row began in the text; rows count from 1. */
  lineOf: (row: number) => number | undefined
  report: ReadingReport
}

const HEAD_BYTES = 1024 * 1024
/** 5,000 columns with names of 128 signs. */
const HEAD_LIMIT_BYTES = 4 * 1024 * 1024
const CODES: Record<Exclude<RowFault, 'empty'>, ErrorCode> = {
  width: 'dataset.csv-width',
  quote: 'dataset.csv-quote',
  'too-long': 'dataset.csv-long',
  encoding: 'dataset.csv-encoding',
}

/** SQL knows no case in names, so `ID` would clash with the column we add. */
export const isRowId = (name: string) => name.toLowerCase() === ROW_ID

/** Writes a table's good rows to `path` as UTF-8, and says what it left out. */
export async function stageCsv(text: CsvText, path: string, options: ReadOptions): Promise<StagedCsv> {
  const encoding = guessEncoding(await startOf(text))
  try {
    return await stageAs(text, { encoding, isLossy: encoding !== 'UTF-8' }, path, options)
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error
    return stageAs(text, await encodingAmong(await text.open()), path, options)
  }
}

async function startOf(text: CsvText): Promise<Buffer> {
  for await (const chunk of await text.open()) return chunk as Buffer
  return Buffer.alloc(0)
}

async function stageAs(text: CsvText, as: Text, path: string, options: ReadOptions): Promise<StagedCsv> {
  const chunks = utf8Chunks(await text.open(), as)
  const start = await takeHead(chunks)
  try {
    return await stageRows(text, { as, start, chunks }, path, options)
  } catch (error) {
    const isDecided = options.headerLine !== undefined
    throw isDecided ? error : offerHeaderLine(error, () => proposeHeaderLine(start, text.isRowPerLine ?? false)?.line)
  }
}

interface Begun {
  as: Text
  start: Buffer
  chunks: AsyncGenerator<Buffer>
}

async function stageRows(text: CsvText, { as, start, chunks }: Begun, path: string, options: ReadOptions) {
  const isRowPerLine = text.isRowPerLine ?? false
  const head = readHead(start, { file: text.name, headerLine: options.headerLine, isRowPerLine })
  const { names, renamed } = nameColumns(head.cells, {
    file: text.name,
    line: head.headerLine,
    rename: options.renameColumns,
  })
  const rejects = new Rejects(options)
  const isNumbered = !names.some(isRowId)
  const scanner = new RowScanner({
    delimiter: head.delimiter,
    width: names.length,
    line: head.line,
    isNumbered,
    isLossy: as.isLossy,
    isRowPerLine,
    onBad: (bad) => {
      const place = { file: text.name, line: bad.line }
      if (bad.fault === 'empty') rejects.addEmpty(place)
      else rejects.add(bad.fault, CODES[bad.fault], place, widthOf(bad, names))
    },
  })
  async function* goodRows() {
    yield scanner.push(start.subarray(head.offset))
    for await (const chunk of chunks) yield scanner.push(chunk)
    yield scanner.end()
  }
  await pipeline(Readable.from(goodRows(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
  if (scanner.rows === 0) fail('dataset.csv-empty')
  return {
    path,
    delimiter: head.delimiter,
    names,
    isNumbered,
    rows: scanner.rows,
    longestRow: scanner.longest,
    lineOf: (row: number) => scanner.lines.lineOf(row),
    report: {
      rowsRead: scanner.rows + rejects.count,
      rejected: rejects.list,
      renamed,
      notes: [...(isRowPerLine ? [] : notesOf(as, head)), ...notesAbove(head)],
    },
  }
}

const widthOf = ({ fault, found }: BadRow, names: string[]): ErrorParams =>
  fault === 'width' ? { found, expected: names.length } : {}

const notesOf = (as: Text, { delimiter }: Head): ReadingReport['notes'] => [
  { name: 'encoding', value: as.encoding },
  ...(as.isDoubtful ? [{ name: 'encoding-doubtful' as const, value: as.encoding }] : []),
  { name: 'separator', value: delimiter },
]

const notesAbove = ({ linesAbove }: Head): ReadingReport['notes'] =>
  linesAbove > 0 ? [{ name: 'above-header', value: String(linesAbove) }] : []

/** Enough to find the header in. */
async function takeHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
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
