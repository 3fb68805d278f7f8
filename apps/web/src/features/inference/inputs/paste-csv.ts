import { type InputColumn, splitCells } from '@tessera/contract'
import { type DraftRow, MAX_FORM_ROWS } from './input-rows.ts'

export type PasteProblem =
  | { key: 'paste.empty' }
  | { key: 'paste.header'; params: { columns: string } }
  | { key: 'paste.width'; params: { line: number; found: number; expected: number } }
  | { key: 'paste.tooMany'; params: { limit: number } }

export type Pasted = { rows: DraftRow[] } | { problem: PasteProblem }

/** Parses pasted rows. With a header, the columns can be in any order, and unknown columns are skipped. */
export function parsePasted(text: string, inputs: InputColumn[]): Pasted {
  const lines = splitLines(text)
  const first = lines[0]
  if (!first) return { problem: { key: 'paste.empty' } }

  const delimiter = delimiterOf(first, inputs.length)
  const table = lines.map((line) => splitCells(line, delimiter).map((cell) => cell.trim()))
  const header = table[0] as string[]
  if (!isHeader(header, inputs)) return rowsOf(table, inputs, 1)

  const lacking = inputs.filter(({ column }) => !header.includes(column)).map(({ column }) => column)
  if (lacking.length > 0) return { problem: { key: 'paste.header', params: { columns: lacking.join(', ') } } }
  const body = table.slice(1)
  if (body.length === 0) return { problem: { key: 'paste.empty' } }
  const ragged = body.findIndex((cells) => cells.length !== header.length)
  if (ragged >= 0) return wrongWidth(ragged + 2, body[ragged] as string[], header.length)
  const picked = body.map((cells) => inputs.map(({ column }) => cells[header.indexOf(column)] ?? ''))
  return rowsOf(picked, inputs, 2)
}

function rowsOf(table: string[][], inputs: InputColumn[], firstLine: number): Pasted {
  if (table.length > MAX_FORM_ROWS) return { problem: { key: 'paste.tooMany', params: { limit: MAX_FORM_ROWS } } }
  const wrong = table.findIndex((cells) => cells.length !== inputs.length)
  if (wrong >= 0) return wrongWidth(wrong + firstLine, table[wrong] as string[], inputs.length)
  return { rows: table.map((cells) => Object.fromEntries(inputs.map(({ column }, at) => [column, cells[at] ?? '']))) }
}

const wrongWidth = (line: number, cells: string[], expected: number): Pasted => ({
  problem: { key: 'paste.width', params: { line, found: cells.length, expected } },
})

/** Returns whether a first line is a header: it names an input, and has no number below a numeric input. */
function isHeader(cells: string[], inputs: InputColumn[]): boolean {
  const columns = new Set(inputs.map(({ column }) => column))
  return cells.some((cell) => columns.has(cell)) && cells.every((cell) => cell === '' || Number.isNaN(Number(cell)))
}

/**
 * Returns the delimiter that splits the first line into as many cells as there are inputs, or else the delimiter with
 * the most cells.
 */
function delimiterOf(line: string, expected: number): string {
  const widths = ['\t', ';', ','].map((delimiter) => ({ delimiter, width: splitCells(line, delimiter).length }))
  const exact = widths.find(({ width }) => width === expected)
  return (exact ?? widths.reduce((best, next) => (next.width > best.width ? next : best))).delimiter
}

const splitLines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '')
