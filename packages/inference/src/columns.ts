import { fail, type ModelInput, type Prediction, type TableRow } from '@tessera/contract'
import type { ModelSignature } from './check-model.ts'
import type { Frame } from './frames.ts'
import type { ModelRequest } from './model-messages.ts'

const MOST_BATCH_ROWS = 4_096
/** Values going in or probabilities coming out. */
const MOST_BATCH_VALUES = 2 ** 20

/** Rows in one call of the runtime: keeps tensors small whatever the size of a dataset. */
export function batchRows({ inputs, output }: ModelSignature): number {
  const width = Math.max(inputs.length, output.classes?.length ?? 0, 1)
  return Math.max(1, Math.min(MOST_BATCH_ROWS, Math.floor(MOST_BATCH_VALUES / width)))
}

/** A column the model needs must be there; its value may be null, which is "missing". */
export function requestOf({ inputs, output }: ModelSignature, rows: TableRow[]): Frame {
  const parts: Uint8Array[] = []
  const request: ModelRequest = {
    kind: 'run',
    rows: rows.length,
    inputs: inputs.map((input) => {
      const { name } = input
      if (input.kind === 'category') return { name, texts: rows.map((row) => textOf(row, input)) }
      parts.push(new Uint8Array(Float64Array.from(rows, (row) => numberOf(row, input)).buffer))
      return { name, part: parts.length - 1 }
    }),
    outputs: output.kind === 'number' ? ['prediction'] : ['label', 'probabilities'],
  }
  return { head: request, parts }
}

/** Fails where the answer is not one for these rows. */
export function predictionsOf({ output }: ModelSignature, rows: TableRow[], { head, parts }: Frame): Prediction[] {
  const results = (head as { results?: unknown } | null)?.results
  const classes = (output.kind === 'classes' ? (output.classes ?? []) : []).map(String)
  const bytes = parts[0] ?? new Uint8Array()
  const fits = bytes.byteLength === rows.length * classes.length * Float64Array.BYTES_PER_ELEMENT
  if (!fits || !areTexts(results) || results.length !== rows.length) fail('inference.model-failed')
  const likely = new Float64Array(bytes.buffer as ArrayBuffer)
  return rows.map((data, index) => ({
    data,
    result: results[index] as string,
    probabilities: Object.fromEntries(classes.map((name, at) => [name, likely[index * classes.length + at] as number])),
  }))
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Missing is NaN for numbers and '' for categories, as in training. */
function textOf(row: TableRow, input: ModelInput): string {
  const value = cellOf(row, input)
  return value === null ? '' : String(value).trim()
}

function numberOf(row: TableRow, input: ModelInput): number {
  const value = cellOf(row, input)
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = value === null ? '' : String(value).trim()
  if (text === '') return Number.NaN
  const number = typeof value === 'boolean' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : fail('inference.not-number', { column: input.column })
}

function cellOf(row: TableRow, { column }: ModelInput) {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return value === undefined ? fail('inference.column-missing', { column }) : value
}
