import type { InputColumn, TableRow } from '@tessera/contract'

/** A row as the user typed it: text by column. '' means a missing value. */
export type DraftRow = Record<string, string>

/** Maximum number of rows in the form. Users can predict more rows as a dataset. */
export const MAX_FORM_ROWS = 100

export const emptyRow = (inputs: InputColumn[]): DraftRow =>
  Object.fromEntries(inputs.map(({ column }) => [column, '']))

/** Returns the example that every model contains: the mean over all parties, or the first category. */
export const exampleRow = (inputs: InputColumn[]): DraftRow =>
  Object.fromEntries(inputs.map((input) => [input.column, exampleOf(input)]))

function exampleOf({ example, kind, categories }: InputColumn): string {
  if (typeof example === 'number') return String(Number(example.toPrecision(6)))
  return example ?? (kind === 'category' ? (categories?.[0] ?? '') : '')
}

export function isNotNumber(input: InputColumn, value: string): boolean {
  return input.kind === 'number' && value.trim() !== '' && !Number.isFinite(Number(value))
}

/** Returns the columns of these rows whose values are not valid numbers. */
export function unreadableColumns(inputs: InputColumn[], rows: DraftRow[]): string[] {
  return inputs.filter((input) => rows.some((row) => isNotNumber(input, row[input.column] ?? ''))).map((i) => i.column)
}

/** Converts a typed row. Numbers become numbers, empty values null. */
export function toTableRow(inputs: InputColumn[], row: DraftRow): TableRow {
  return Object.fromEntries(inputs.map((input) => [input.column, cellOf(input, row[input.column] ?? '')]))
}

function cellOf({ kind }: InputColumn, text: string): string | number | null {
  const value = text.trim()
  if (value === '') return null
  return kind === 'number' ? Number(value) : value
}
