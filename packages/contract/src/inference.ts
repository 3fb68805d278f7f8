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
  /** What the model takes. Null until the task's model is known. */
  input: ModelInput.nullable(),
  output: ModelOutput.nullable(),
  failure: z.string().nullable(),
  abilities: z.object({ run: z.boolean(), delete: z.boolean() }),
})
export type Inference = z.infer<typeof Inference>

/** A model that is used without an inference task. */
export const AskedModel = z.object({ id: z.string(), name: z.string(), input: ModelInput, output: ModelOutput })
export type AskedModel = z.infer<typeof AskedModel>

/** Probabilities by class name. The type is not `z.record`, which loses a class called `__proto__`. */
export type Probabilities = Record<string, number>
export const Probabilities = z
  .custom<Probabilities>(
    (input) => typeof input === 'object' && input !== null && Object.values(input).every(Number.isFinite),
  )
  .meta({ type: 'object', additionalProperties: { type: 'number' } })

const shown = {
  /** The input row in the form in which it is shown. */
  data: TableRow,
  /** The answer in readable form: a class, a number, or the number of a cluster. */
  result: z.string(),
}

/** A model's answer for one row, by the kind of prediction. */
export const Prediction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('classes'), ...shown, probabilities: Probabilities }),
  z.object({ kind: z.literal('number'), ...shown }),
  z.object({
    kind: z.literal('clusters'),
    ...shown,
    /** Distance of the row from the cluster's centre, in standard deviations. */
    distance: z.number(),
  }),
  /**
   * The hazard as a multiple of the average row's hazard, and the share of rows without the event at each of the
   * model's times.
   */
  z.object({ kind: z.literal('survival'), ...shown, survival: z.array(z.number()) }),
  /** The entities, in order, in the part of the text that the model read. */
  z.object({ kind: z.literal('entities'), ...shown, text: z.string(), entities: z.array(Entity) }),
  /** The probability of each label. Labels with a probability above `LABEL_THRESHOLD` apply. */
  z.object({ kind: z.literal('labels'), ...shown, probabilities: Probabilities }),
  /** The boxes in the picture, highest score first. */
  z.object({ kind: z.literal('boxes'), ...shown, boxes: z.array(FoundBox) }),
])
export type Prediction = z.infer<typeof Prediction>

/**
 * A model's answer for a picture that a user sent. The picture is included: upright and small, as PNG or JPEG in
 * base64.
 */
export const PredictedPicture = z.object({ name: z.string(), base64: z.string(), prediction: Prediction })
export type PredictedPicture = z.infer<typeof PredictedPicture>

const RESULT_TYPES = ContentType.options

export const InferenceResult = z.object({
  /** Kind of result; empty until there is a result. The result of a collection is a file at the edge. */
  type: z.enum(['', ...RESULT_TYPES, ...RESULT_TYPES.map((type) => `${type}Collection` as const)]),
  header: z.array(z.string()),
  predictions: z.array(Prediction),
  resultPath: z.string().nullable(),
  rowCount: z.number().int(),
  /** Share of rows whose predicted result equals their label, if the data contains the label. */
  accuracy: z.number().nullable(),
  /**
   * Number of cells and headers in the result file that a spreadsheet would have run as a formula, and that now begin
   * with an apostrophe.
   */
  harmlessCells: z.number().int().optional(),
  /** Summary of a collection's result; undefined for readers who cannot see the rows. */
  summary: InferenceSummary.optional(),
})
export type InferenceResult = z.infer<typeof InferenceResult>

/**
 * A cell of the confusion matrix: the number of rows whose class is `truth` and for which the model predicted the class
 * `predicted`, both by code. If `truth` equals the number of classes, the row has none of the model's classes.
 */
export interface MatrixCell {
  truth: number
  predicted: number
}

/** The answer for pictures that a user sent. It is stored as an `InferenceResult` without the pictures. */
export const PicturesResult = z.object({ ...InferenceResult.shape, predictions: z.array(PredictedPicture) })
export type PicturesResult = z.infer<typeof PicturesResult>

/** Returns the kind of data of a result; null until there is one. */
export const resultContentType = ({ type }: Pick<InferenceResult, 'type'>): ContentType | null =>
  RESULT_TYPES.find((kind) => type === kind || type === `${kind}Collection`) ?? null

/** Returns whether a result is that of a whole dataset, which is a file at the edge. */
export const isOfCollection = ({ type }: Pick<InferenceResult, 'type'>): boolean => type.endsWith('Collection')
