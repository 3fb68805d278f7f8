import type { InputColumn, TableRow } from '@tessera/contract'

/** One row as it is typed: text by column; '' is not known. */
export type DraftRow = Record<string, string>

/** More than this belongs into a dataset. */
export const MAX_FORM_ROWS = 100

export const emptyRow = (inputs: InputColumn[]): DraftRow =>
  Object.fromEntries(inputs.map(({ column }) => [column, '']))

/** The example every model carries: the mean over all parties, the first category. */
export const exampleRow = (inputs: InputColumn[]): DraftRow =>
  Object.fromEntries(inputs.map((input) => [input.column, exampleOf(input)]))

function exampleOf({ example, kind, categories }: InputColumn): string {
  if (typeof example === 'number') return String(Number(example.toPrecision(6)))
  return example ?? (kind === 'category' ? (categories?.[0] ?? '') : '')
}

export function isNotNumber(input: InputColumn, value: string): boolean {
  return input.kind === 'number' && value.trim() !== '' && !Number.isFinite(Number(value))
}

/** Columns of these rows that cannot be sent as they are. */
export function unreadableColumns(inputs: InputColumn[], rows: DraftRow[]): string[] {
  return inputs.filter((input) => rows.some((row) => isNotNumber(input, row[input.column] ?? ''))).map((i) => i.column)
}

/** Numbers travel as numbers; what is not known as null. */
export function toTableRow(inputs: InputColumn[], row: DraftRow): TableRow {
  return Object.fromEntries(inputs.map((input) => [input.column, cellOf(input, row[input.column] ?? '')]))
}

function cellOf({ kind }: InputColumn, text: string): string | number | null {
  const value = text.trim()
  if (value === '') return null
  return kind === 'number' ? Number(value) : value
}
