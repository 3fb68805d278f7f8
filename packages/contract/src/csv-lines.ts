export type Cell = string | number | boolean

/**
 * Matches texts that a spreadsheet would run as a formula, which may come from another user. An apostrophe is written
 * before such a text. A text that already begins with apostrophes gets another one, so that different texts remain
 * different.
 */
const RUNS = /^'*[=+\-@\t\r\n]/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Writes lines of a CSV file that is safe to open in a spreadsheet, and counts the texts that needed an apostrophe. */
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

/** Returns a text in the form in which `CsvLines` writes it, so that no spreadsheet runs it. */
export const asHarmless = (text: string): string => (RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** Returns the original text that `asHarmless` was given. */
export const asBefore = (text: string): string => (/^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
