import { z } from 'zod'
import { ContentType, TableRow } from './dataset.ts'
import { InferenceSummary } from './inference-summary.ts'
import { FoundBox } from './kinds/boxes.ts'
import { Entity } from './kinds/tokens.ts'
import { ModelInput, ModelOutput } from './model.ts'

export const InferenceStatus = z.enum(['creating', 'created', 'running', 'completed', 'failed'])
export type InferenceStatus = z.infer<typeof InferenceStatus>

export const INFERENCE_LIMITS = { name: 20, description: 300 } as const

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
  /** Null until its model is known. */
  input: ModelInput.nullable(),
  output: ModelOutput.nullable(),
  failure: z.string().nullable(),
  abilities: z.object({ run: z.boolean(), delete: z.boolean() }),
})
export type Inference = z.infer<typeof Inference>

/** A model that is used without an inference task. */
export const AskedModel = z.object({ id: z.string(), name: z.string(), input: ModelInput, output: ModelOutput })
export type AskedModel = z.infer<typeof AskedModel>

/** By the names of classes, whatever they are: `z.record` loses a class called `__proto__`. */
export type Probabilities = Record<string, number>
export const Probabilities = z
  .custom<Probabilities>(
    (input) => typeof input === 'object' && input !== null && Object.values(input).every(Number.isFinite),
  )
  .meta({ type: 'object', additionalProperties: { type: 'number' } })

const shown = {
  /** The input row, as it is shown. */
  data: TableRow,
  /** The readable answer: a class, a number, or the number of a cluster. */
  result: z.string(),
}

/** A model's answer for one row, by what it predicts. */
export const Prediction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('classes'), ...shown, probabilities: Probabilities }),
  z.object({ kind: z.literal('number'), ...shown }),
  z.object({
    kind: z.literal('clusters'),
    ...shown,
    /** Distance from the cluster's centre, in deviations. */
    distance: z.number(),
  }),
  /** The hazard as a multiple of the average row's, and the share without the event at each of the model's times. */
  z.object({ kind: z.literal('survival'), ...shown, survival: z.array(z.number()) }),
  /** The entities in the text that was read, in order. */
  z.object({ kind: z.literal('entities'), ...shown, text: z.string(), entities: z.array(Entity) }),
  /** Each label's own probability. Labels above `LABEL_THRESHOLD` apply. */
  z.object({ kind: z.literal('labels'), ...shown, probabilities: Probabilities }),
  /** The boxes in the picture, highest score first. */
  z.object({ kind: z.literal('boxes'), ...shown, boxes: z.array(FoundBox) }),
])
export type Prediction = z.infer<typeof Prediction>

/** A model's answer for a picture that was sent, with the picture: upright and small, as PNG or JPEG in base64. */
export const PredictedPicture = z.object({ name: z.string(), base64: z.string(), prediction: Prediction })
export type PredictedPicture = z.infer<typeof PredictedPicture>

const RESULT_TYPES = ContentType.options

export const InferenceResult = z.object({
  /** '' until there is a result; a collection's result is a file at the edge. */
  type: z.enum(['', ...RESULT_TYPES, ...RESULT_TYPES.map((type) => `${type}Collection` as const)]),
  header: z.array(z.string()),
  predictions: z.array(Prediction),
  resultPath: z.string().nullable(),
  rowCount: z.number().int(),
  /** Share of rows whose result equals the label in the data, if the data has the label. */
  accuracy: z.number().nullable(),
  /**
   * Number of cells and headers in the file that a spreadsheet would have run, and that now begin with an apostrophe.
   */
  harmlessCells: z.number().int().optional(),
  /** For a collection; absent for readers who cannot see its rows. */
  summary: InferenceSummary.optional(),
})
export type InferenceResult = z.infer<typeof InferenceResult>

/**
 * A cell of the confusion matrix: rows whose class is `truth` and for which the model predicted `said`, both by code. A
 * `truth` equal to the number of classes means none of them.
 */
export interface MatrixCell {
  truth: number
  said: number
}

/** The answer for pictures that were sent. It is stored as an `InferenceResult` without them. */
export const PicturesResult = z.object({ ...InferenceResult.shape, predictions: z.array(PredictedPicture) })
export type PicturesResult = z.infer<typeof PicturesResult>

/** Returns the kind of data of a result; null until there is one. */
export const resultContentType = ({ type }: Pick<InferenceResult, 'type'>): ContentType | null =>
  RESULT_TYPES.find((kind) => type === kind || type === `${kind}Collection`) ?? null

/** Returns whether a result is of a whole dataset, which is a file at the edge. */
export const isOfCollection = ({ type }: Pick<InferenceResult, 'type'>): boolean => type.endsWith('Collection')
