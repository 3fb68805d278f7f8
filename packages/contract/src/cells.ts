/**
 * Reads one row of a delimited text, line by line. A cell that begins with a quotation mark is quoted: until the next
 * quotation mark, delimiters and line ends are text, and two marks stand for one. In any other cell, a quotation mark
 * is a normal character, as in 5" for inches.
 */
export class RowReader {
  readonly cells = ['']
  readonly #delimiter: string
  #isQuoted = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Whether the last cell is quoted and continues on the next line of the text. */
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

/** Returns whether the text between the beginning of the cell and this position consists only of spaces. */
function isBegun(line: string, at: number, delimiter: string): boolean {
  let before = at - 1
  while (line[before] === ' ' && delimiter !== ' ') before -= 1
  return before < 0 || line[before] === delimiter
}

/** Returns the cells of one row of text. */
export function splitCells(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter)
  const reader = new RowReader(delimiter)
  reader.take(row)
  return reader.cells
}
