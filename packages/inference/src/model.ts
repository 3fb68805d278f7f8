import { fail, ModelInput, ModelOutput, type Prediction, type TableRow } from '@tessera/contract'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { z } from 'zod'
import { readOnnxMetadata } from './onnx-metadata.ts'

/** What the `tessera` entry of the file's metadata says (`engine/engine/export.py`). */
export const ModelSignature = z.object({ inputs: z.array(ModelInput), output: ModelOutput })
export type ModelSignature = z.infer<typeof ModelSignature>

export interface LoadedModel {
  session: InferenceSession
  signature: ModelSignature
}

/** Rows in one call of the runtime: keeps tensors small whatever the size of a dataset. */
const BATCH_ROWS = 4_096

/** Loads an ONNX file of ours; on the CPU, which is what edges have. */
export async function loadModel(file: Uint8Array): Promise<LoadedModel> {
  const signature = ModelSignature.parse(JSON.parse(readOnnxMetadata(file).get('tessera') ?? 'null'))
  const session = await InferenceSession.create(file, { executionProviders: ['cpu'], logSeverityLevel: 3 })
  const missing = signature.inputs.find(({ name }) => !session.inputNames.includes(name))
  if (missing) throw new Error(`the model describes an input it does not have: ${missing.name}`)
  return { session, signature }
}

/** Predicts rows in order. A column the model needs must be there; its value may be null, which is "missing". */
export async function predict({ session, signature }: LoadedModel, rows: TableRow[]): Promise<Prediction[]> {
  const predictions: Prediction[] = []
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const batch = rows.slice(start, start + BATCH_ROWS)
    const feeds = Object.fromEntries(signature.inputs.map((input) => [input.name, tensorOf(input, batch)]))
    const outputs = await session.run(feeds)
    for (const [index, data] of batch.entries()) {
      predictions.push({ data, ...readOutput(outputs, signature.output, index) })
    }
  }
  return predictions
}

function tensorOf(input: ModelInput, rows: TableRow[]): Tensor {
  const values = rows.map((row) => cellOf(row, input))
  return input.kind === 'number'
    ? new Tensor('float64', Float64Array.from(values, Number), [rows.length, 1])
    : new Tensor('string', values as string[], [rows.length, 1])
}

/** Missing is NaN for numbers and '' for categories, as in training. */
function cellOf(row: TableRow, { column, kind }: ModelInput): number | string {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  if (value === undefined) fail('inference.column-missing', { column })
  const text = value === null ? '' : String(value).trim()
  if (kind === 'category') return text
  if (text === '') return Number.NaN
  const number = typeof value === 'boolean' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) fail('inference.not-number', { column })
  return number
}

function readOutput(outputs: InferenceSession.OnnxValueMapType, output: ModelOutput, index: number) {
  if (output.kind === 'number') {
    return { result: String(dataOf(outputs, 'prediction')[index]), probabilities: {} }
  }
  const classes = (output.classes ?? []).map(String)
  const all = dataOf(outputs, 'probabilities')
  const probabilities = classes.map((name, at) => [name, Number(all[index * classes.length + at])] as const)
  return { result: String(dataOf(outputs, 'label')[index]), probabilities: Object.fromEntries(probabilities) }
}

function dataOf(outputs: InferenceSession.OnnxValueMapType, name: string): ArrayLike<unknown> {
  const tensor = outputs[name]
  if (!tensor) throw new Error(`the model has no output ${name}`)
  return tensor.data as ArrayLike<unknown>
}
