import { categoryOf, fail, type InputColumn, type TableInput, type TableRow } from '@tessera/contract'
import type { InferenceKind } from './kind.ts'

/**
 * Encodes table rows. Every column that the model needs must be present. Its value may be null, which means "missing".
 */
export const tables: InferenceKind<TableInput> = {
  header: ({ columns }) => columns.map(({ column }) => column),
  names: ({ columns }) => columns.map(({ name }) => name),
  width: ({ columns }) => columns.length,
  encode({ columns }, rows) {
    const parts: Uint8Array[] = []
    const inputs = columns.map((input) => {
      const { name } = input
      if (input.kind === 'category') return { name, texts: rows.map((row) => textOf(row, input)) }
      const numbers = Float64Array.from(rows, (row) => numberOf(row, input))
      if (input.required && numbers.some(Number.isNaN)) fail('inference.value-required', { column: input.column })
      parts.push(new Uint8Array(numbers.buffer))
      return { name, part: parts.length - 1, type: 'float64' as const, shape: [rows.length, 1] }
    })
    return { inputs, parts }
  },
}

/** Returns a category as text. As in training, a missing number is NaN and a missing category is an empty text. */
function textOf(row: TableRow, input: InputColumn): string {
  const value = cellOf(row, input)
  return categoryOf(input.categories, value)
}

/** Returns a number, or NaN if it is missing. Fails if the value is anything else. */
export function numberOf(row: TableRow, input: Pick<InputColumn, 'column'>): number {
  const value = cellOf(row, input)
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = value === null ? '' : String(value).trim()
  if (text === '') return Number.NaN
  const number = typeof value === 'boolean' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : fail('inference.not-number', { column: input.column })
}

function cellOf(row: TableRow, { column }: Pick<InputColumn, 'column'>) {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return value === undefined ? fail('inference.column-missing', { column }) : value
}
