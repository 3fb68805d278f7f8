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

/** A model as it is asked by itself. */
export const AskedModel = z.object({ id: z.string(), name: z.string(), input: ModelInput, output: ModelOutput })
export type AskedModel = z.infer<typeof AskedModel>

/** By the names of classes, whatever they are: `z.record` loses one called `__proto__`. */
export type Probabilities = Record<string, number>
export const Probabilities = z
  .custom<Probabilities>(
    (input) => typeof input === 'object' && input !== null && Object.values(input).every(Number.isFinite),
  )
  .meta({ type: 'object', additionalProperties: { type: 'number' } })

const shown = {
  /** What was asked about, as a row shows it. */
  data: TableRow,
  /** The answer as people read it: a class, a number, or the number of a cluster. */
  result: z.string(),
}

/** What a model said of one row, by what it predicts. */
export const Prediction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('classes'), ...shown, probabilities: Probabilities }),
  z.object({ kind: z.literal('number'), ...shown }),
  z.object({
    kind: z.literal('clusters'),
    ...shown,
    /** From the middle of its cluster, in deviations. */
    distance: z.number(),
  }),
  /** The hazard as a multiple of the average row's; the share without the event at each of the model's times. */
  z.object({ kind: z.literal('survival'), ...shown, survival: z.array(z.number()) }),
  /** What is named in the text that was read, in its order. */
  z.object({ kind: z.literal('entities'), ...shown, text: z.string(), entities: z.array(Entity) }),
  /** Each label's chance by itself; those above `LABEL_THRESHOLD` are said to apply. */
  z.object({ kind: z.literal('labels'), ...shown, probabilities: Probabilities }),
  /** What is where in the picture, the surest first. */
  z.object({ kind: z.literal('boxes'), ...shown, boxes: z.array(FoundBox) }),
])
export type Prediction = z.infer<typeof Prediction>

/** What a model said of a picture that was sent, and the picture beside it: upright and small, as PNG or JPEG in base64. */
export const PredictedPicture = z.object({ name: z.string(), base64: z.string(), prediction: Prediction })
export type PredictedPicture = z.infer<typeof PredictedPicture>

/** Of any kind; versions up to 2.6.4 said no kind, and gave numbers probabilities of no class. */
export type LoosePrediction = Pick<Prediction, 'data' | 'result'> & {
  kind?: Prediction['kind'] | undefined
  probabilities?: Record<string, number> | undefined
  distance?: number | undefined
  survival?: number[] | undefined
  text?: string | undefined
  entities?: Entity[] | undefined
  boxes?: FoundBox[] | undefined
}

export function toPrediction({ kind, data, result, ...beside }: LoosePrediction): Prediction {
  const { probabilities = {}, distance = 0, survival = [], text = '', entities = [], boxes = [] } = beside
  const hasClasses = Object.keys(probabilities).length > 0
  switch (kind ?? (hasClasses ? 'classes' : 'number')) {
    case 'classes':
      return { kind: 'classes', data, result, probabilities }
    case 'number':
      return { kind: 'number', data, result }
    case 'clusters':
      return { kind: 'clusters', data, result, distance }
    case 'survival':
      return { kind: 'survival', data, result, survival }
    case 'entities':
      return { kind: 'entities', data, result, text, entities }
    case 'labels':
      return { kind: 'labels', data, result, probabilities }
    case 'boxes':
      return { kind: 'boxes', data, result, boxes }
  }
}

const RESULT_TYPES = ContentType.options

export const InferenceResult = z.object({
  /** '' until there is a result; a collection's result is a file at the edge. */
  type: z.enum(['', ...RESULT_TYPES, ...RESULT_TYPES.map((type) => `${type}Collection` as const)]),
  header: z.array(z.string()),
  predictions: z.array(Prediction),
  resultPath: z.string().nullable(),
  rowCount: z.number().int(),
  /** Share of rows whose result equals the label in the data, when the data has the label. */
  accuracy: z.number().nullable(),
  /** Of the file: cells and headers that a spreadsheet would have run, and that begin with an apostrophe now. */
  harmlessCells: z.number().int().optional(),
  /** Of a collection; absent in results of before, and for whoever may not read its rows. */
  summary: InferenceSummary.optional(),
})
export type InferenceResult = z.infer<typeof InferenceResult>

/**
 * Rows of a dataset whose class is `truth` and of which the model said `said`, both by their codes, as in the matrix of
 * right and wrong: a truth as large as there are classes is none of them.
 */
export interface MatrixCell {
  truth: number
  said: number
}

/** The answer to pictures that were sent; what is kept of it is an `InferenceResult` without them. */
export const PicturesResult = z.object({ ...InferenceResult.shape, predictions: z.array(PredictedPicture) })
export type PicturesResult = z.infer<typeof PicturesResult>

/** The kind of data that a result is of; null until there is one. */
export const resultContentType = ({ type }: Pick<InferenceResult, 'type'>): ContentType | null =>
  RESULT_TYPES.find((kind) => type === kind || type === `${kind}Collection`) ?? null

/** Whether a result is of a whole dataset, which is a file at the edge. */
export const isOfCollection = ({ type }: Pick<InferenceResult, 'type'>): boolean => type.endsWith('Collection')

/** A result as it was kept, perhaps by an earlier version. */
export const keptResult = (kept: InferenceResult): InferenceResult => ({
  ...kept,
  predictions: kept.predictions.map(toPrediction),
})
