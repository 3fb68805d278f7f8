export type Cell = string | number | boolean

/**
 * What makes a spreadsheet take a text for a formula: it would run what somebody else wrote. One that has apostrophes
 * already gets another, so that no two texts become one.
 */
const RUNS = /^'*[=+\-@\t\r\n]/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Writes lines of a CSV file for people to open in a spreadsheet; counts the texts it made harmless by an apostrophe. */
export class CsvLines {
  harmless = 0

  line(cells: Cell[]): string {
    return `${cells.map((cell) => quoted(this.#harmlessText(cell))).join(',')}\r\n`
  }

  #harmlessText(cell: Cell): string {
    if (typeof cell !== 'string') return String(cell)
    const text = asHarmless(cell)
    if (text !== cell) this.harmless += 1
    return text
  }
}

/** A text as `CsvLines` writes it: no spreadsheet runs it. */
export const asHarmless = (text: string): string => (RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** A text again as it was before `CsvLines` made it harmless. */
export const asBefore = (text: string): string => (/^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
