import { splitCells } from '@tessera/contract'
import { DELIMITERS } from './csv-rows.ts'
import { type TextFile, textLines } from './text-lines.ts'

/** A row of a delimited text with the line it starts in. */
export interface CsvRecord {
  line: number
  cells: string[]
  /** A quotation mark in it is never closed; then the line stands for itself alone. */
  isOpen: boolean
}

/** A cell of more than this was never closed. */
const RECORD_LIMIT = 4 * 1024 * 1024

/** Rows in batches. Blank lines are none. */
export async function* csvRecords(file: TextFile, delimiter: string): AsyncGenerator<CsvRecord[]> {
  const splitter = new Splitter(delimiter)
  for await (const { line, texts } of textLines(file)) {
    const records = texts.flatMap((text, index) => splitter.take(text, line + index))
    if (records.length > 0) yield records
  }
  const records = splitter.end()
  if (records.length > 0) yield records
}

/** The delimiter of a file, by its first line that is not blank; undefined where there is none. */
export async function delimiterIn(file: TextFile): Promise<string | undefined> {
  for await (const { texts } of textLines(file)) {
    const first = texts.find((text) => text.trim() !== '')
    if (first !== undefined) return delimiterOf(first)
  }
}

/** The delimiter that stands most often in a header, outside quotation marks. */
export function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length - 1 }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

class Splitter {
  readonly #delimiter: string
  /** Lines of a row whose quotation mark is still open. */
  #open: string[] = []
  #openLine = 0
  #openLength = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  take(text: string, line: number): CsvRecord[] {
    const isEven = !text.includes('"') || (text.split('"').length - 1) % 2 === 0
    if (this.#open.length === 0) {
      if (text.trim() === '') return []
      if (isEven) return [{ line, cells: splitCells(text, this.#delimiter), isOpen: false }]
      this.#openLine = line
    }
    this.#open.push(text)
    this.#openLength += text.length + 1
    const isClosed = this.#open.length > 1 && !isEven
    if (isClosed)
      return [{ line: this.#openLine, cells: splitCells(this.#drop().join('\n'), this.#delimiter), isOpen: false }]
    return this.#openLength > RECORD_LIMIT ? this.end() : []
  }

  /** What was never closed: its first line is given up, and the others are read again without it. */
  end(): CsvRecord[] {
    const given: CsvRecord[] = []
    while (this.#open.length > 0) {
      const line = this.#openLine
      const [, ...others] = this.#drop()
      given.push({ line, cells: [], isOpen: true })
      for (const [index, text] of others.entries()) given.push(...this.take(text, line + 1 + index))
    }
    return given
  }

  #drop(): string[] {
    const lines = this.#open
    this.#open = []
    this.#openLength = 0
    return lines
  }
}
