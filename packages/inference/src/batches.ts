import { fail, type Prediction, type TableRow } from '@tessera/contract'
import type { ModelSignature } from './check-model.ts'
import type { Frame } from './frames.ts'
import { kindOf } from './kinds/index.ts'
import type { ModelRequest } from './model-messages.ts'
import { outputKindOf } from './outputs.ts'

const MOST_BATCH_ROWS = 4_096
/** Values going in, or numbers coming out. */
const MOST_BATCH_VALUES = 2 ** 20

/** Rows in one call of the runtime: keeps tensors small whatever the size of a dataset. */
export function batchRows({ input, output }: ModelSignature): number {
  const width = Math.max(kindOf(input).width(input), outputKindOf(output).width, 1)
  return Math.max(1, Math.min(MOST_BATCH_ROWS, Math.floor(MOST_BATCH_VALUES / width)))
}

export function requestOf({ input, output }: ModelSignature, rows: TableRow[]): Frame {
  const { inputs, parts } = kindOf(input).encode(input, rows)
  const { names } = outputKindOf(output)
  return { head: { kind: 'run', rows: rows.length, inputs, outputs: names } satisfies ModelRequest, parts }
}

/** Fails where the answer is not one for these rows. */
export function predictionsOf({ output }: ModelSignature, rows: TableRow[], { head, parts }: Frame): Prediction[] {
  const { width, predictionOf } = outputKindOf(output)
  const results = (head as { results?: unknown } | null)?.results
  const bytes = parts[0] ?? new Uint8Array()
  const fits = bytes.byteLength === rows.length * width * Float64Array.BYTES_PER_ELEMENT
  if (!fits || !areTexts(results) || results.length !== rows.length) fail('inference.model-failed')
  const numbers = new Float64Array(bytes.buffer as ArrayBuffer)
  return rows.map((data, at) =>
    predictionOf({ data, result: results[at] as string, values: numbers.subarray(at * width, (at + 1) * width) }),
  )
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
