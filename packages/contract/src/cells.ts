/**
 * Reads one row of a delimited text, line by line. A quotation mark counts where a cell begins with one: the delimiter and a line's
 * end are none up to the next mark, and two marks stand for one. Anywhere else it is a sign like others, as in 5" for inches.
 */
export class RowReader {
  readonly cells = ['']
  readonly #delimiter: string
  #isQuoted = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The next line goes on with its last cell. */
  get isOpen(): boolean {
    return this.#isQuoted
  }

  take(line: string) {
    let cell = this.#isQuoted ? `${this.cells.pop()}\n` : (this.cells.pop() ?? '')
    for (let at = 0; at < line.length; at += 1) {
      const character = line[at] as string
      if (this.#isQuoted) {
        if (character !== '"') cell += character
        else if (line[at + 1] === '"') {
          cell += '"'
          at += 1
        } else this.#isQuoted = false
      } else if (character === this.#delimiter) {
        this.cells.push(cell)
        cell = ''
      } else if (character === '"' && isBegun(line, at, this.#delimiter)) this.#isQuoted = true
      else cell += character
    }
    this.cells.push(cell)
  }
}

/** Nothing but spaces stands between a cell's beginning and here. */
function isBegun(line: string, at: number, delimiter: string): boolean {
  let before = at - 1
  while (line[before] === ' ' && delimiter !== ' ') before -= 1
  return before < 0 || line[before] === delimiter
}

/** The cells of one row. */
export function splitCells(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter)
  const reader = new RowReader(delimiter)
  reader.take(row)
  return reader.cells
}
