import { RowReader, splitCells } from '@tessera/contract'
import { DELIMITERS } from './csv-rows.ts'
import { type TextFile, textLines } from './text-lines.ts'

/** A row of a delimited text, and the line in which it begins. */
export interface CsvRecord {
  line: number
  cells: string[]
  /**
   * Whether the row contains a quotation mark that is never closed. Then the record consists only of its first line.
   */
  isOpen: boolean
}

/** A cell that is longer than this is assumed to have an unclosed quotation mark. */
const RECORD_LIMIT = 4 * 1024 * 1024

/** Yields rows in batches. Blank lines are skipped. */
export async function* csvRecords(file: TextFile, delimiter: string): AsyncGenerator<CsvRecord[]> {
  const splitter = new Splitter(delimiter)
  for await (const { line, texts } of textLines(file)) {
    const records = texts.flatMap((text, index) => splitter.take(text, line + index))
    if (records.length > 0) yield records
  }
  const records = splitter.end()
  if (records.length > 0) yield records
}

/** Returns the delimiter of a file, judged by its first non-blank line, or undefined if there is none. */
export async function delimiterIn(file: TextFile): Promise<string | undefined> {
  for await (const { texts } of textLines(file)) {
    const first = texts.find((text) => text.trim() !== '')
    if (first !== undefined) return delimiterOf(first)
  }
}

/** Returns the delimiter that is most frequent in a header outside quotation marks. */
export function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length - 1 }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

class Splitter {
  readonly #delimiter: string
  /** The row whose quotation mark is still open, and its lines. */
  #row: RowReader | undefined
  #lines: string[] = []
  #line = 0
  #length = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  take(text: string, line: number): CsvRecord[] {
    if (!this.#row) {
      if (text.trim() === '') return []
      // Most lines contain no quotation mark, so they are split without the slower parser.
      if (!text.includes('"')) return [{ line, cells: splitCells(text, this.#delimiter), isOpen: false }]
      this.#row = new RowReader(this.#delimiter)
      this.#line = line
    }
    const row = this.#row
    row.take(text)
    this.#lines.push(text)
    this.#length += text.length + 1
    if (row.isOpen) return this.#length > RECORD_LIMIT ? this.end() : []
    this.#drop()
    return [{ line: this.#line, cells: row.cells, isOpen: false }]
  }

  /** Ends an unclosed quotation: returns its first line as invalid, and reads the following lines without it. */
  end(): CsvRecord[] {
    const given: CsvRecord[] = []
    while (this.#row) {
      const line = this.#line
      const [, ...others] = this.#drop()
      given.push({ line, cells: [], isOpen: true })
      for (const [index, text] of others.entries()) given.push(...this.take(text, line + 1 + index))
    }
    return given
  }

  #drop(): string[] {
    const lines = this.#lines
    this.#row = undefined
    this.#lines = []
    this.#length = 0
    return lines
  }
}
