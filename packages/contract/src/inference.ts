import { z } from 'zod'
import { TableRow } from './dataset.ts'
import { ModelInput, ModelOutput } from './model.ts'

export const InferenceStatus = z.enum(['creating', 'created', 'running', 'completed', 'failed'])
export type InferenceStatus = z.infer<typeof InferenceStatus>

export const INFERENCE_LIMITS = { name: 20, description: 300, remark: 300 } as const

export const Inference = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: InferenceStatus,
  modelId: z.string(),
  modelName: z.string(),
  partyId: z.string(),
  createdBy: z.string(),
  createTime: z.date(),
  inputs: z.array(ModelInput),
  output: ModelOutput.nullable(),
  failure: z.string().nullable(),
  abilities: z.object({ run: z.boolean(), delete: z.boolean() }),
})
export type Inference = z.infer<typeof Inference>

/** By the names of classes, whatever they are: `z.record` loses one called `__proto__`. */
const Probabilities = z
  .custom<Record<string, number>>(
    (input) => typeof input === 'object' && input !== null && Object.values(input).every(Number.isFinite),
  )
  .meta({ type: 'object', additionalProperties: { type: 'number' } })

export const Prediction = z.object({
  data: TableRow,
  result: z.string(),
  /** By class; empty for numbers. */
  probabilities: Probabilities,
})
export type Prediction = z.infer<typeof Prediction>

export const InferenceResult = z.object({
  /** '' until there is a result; a collection's result is a file at the edge. */
  type: z.enum(['', 'tabular', 'tabularCollection']),
  header: z.array(z.string()),
  predictions: z.array(Prediction),
  resultPath: z.string().nullable(),
  rowCount: z.number().int(),
  /** Share of rows whose result equals the label in the data, when the data has the label. */
  accuracy: z.number().nullable(),
  /** Of the file: cells and headers that a spreadsheet would have run, and that begin with an apostrophe now. */
  harmlessCells: z.number().int().optional(),
})
export type InferenceResult = z.infer<typeof InferenceResult>
