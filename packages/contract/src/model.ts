import { z } from 'zod'
import { Parameters } from './algorithm.ts'
import { ContentType } from './dataset.ts'
import { ShownCount } from './described-table.ts'
import { BoxesOutput } from './kinds/boxes.ts'
import { GraphInput } from './kinds/graph.ts'
import { PicturesInput } from './kinds/pictures.ts'
import { type InputColumn, TableInput } from './kinds/table.ts'
import { TextsInput } from './kinds/texts.ts'
import { TokensInput } from './kinds/tokens.ts'
import { Gains, Metrics, NamedStart, type PlanTarget, RunEnding, ScoredBy } from './run.ts'
import { type ChosenByScores, Residuals, Scores } from './scores.ts'
import { SurvivalModel } from './survival.ts'

export const MODEL_LIMITS = {
  name: 40,
  instruction: 300,
  /** The introduction on its page. */
  description: 500,
  application: 300,
} as const

export const Model = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  instruction: z.string(),
  application: z.string(),
  contentType: ContentType,
  metrics: Metrics,
  /** In the pool, or a party's own. */
  isPublished: z.boolean(),
  partyId: z.string(),
  partyName: z.string(),
  /** Null of a model that was not trained here, as is the task. */
  algorithmId: z.string().nullable(),
  taskId: z.string().nullable(),
  isImported: z.boolean(),
  updateTime: z.date(),
})
export type Model = z.infer<typeof Model>

/** What a model takes, by kind of data. */
export const ModelInput = z.discriminatedUnion('kind', [TableInput, TextsInput, TokensInput, PicturesInput, GraphInput])
export type ModelInput = z.infer<typeof ModelInput>

/** Of two classes the one that odds, curves, thresholds and explanations are about: the last. Null of any other number of classes. */
export const positiveClassOf = (classes: readonly (string | number)[]): string | null =>
  classes.length === 2 ? String(classes[1]) : null

/** What has to be there of each row, by name. */
export function columnNamesOf(input: ModelInput): string[] {
  if (input.kind === 'table' || input.kind === 'graph') return input.columns.map(({ column }) => column)
  return input.kind === 'texts' || input.kind === 'tokens' ? [input.column] : []
}

/** The kind of data that a model takes, or a plan names: pictures are of two kinds, by what is said of them. */
export const contentTypeOf = (
  { kind }: Pick<ModelInput, 'kind'>,
  said: Pick<ModelOutput | PlanTarget, 'kind'> | null,
): ContentType => (kind === 'pictures' && said?.kind === 'boxes' ? 'yolo' : CONTENT_TYPES[kind])
const CONTENT_TYPES = { table: 'tabular', texts: 'nlp', tokens: 'nlp', pictures: 'vision', graph: 'graph' } as const

/** A table's columns; none of any other kind of data. */
export const inputColumnsOf = (input: ModelInput): InputColumn[] => (input.kind === 'table' ? input.columns : [])

/** What a model says, by what it predicts. */
export const ModelOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('classes'),
    label: z.string(),
    classes: z.array(z.union([z.string(), z.number()])),
  }),
  z.object({ kind: z.literal('number'), label: z.string() }),
  z.object({ kind: z.literal('clusters'), label: z.string(), clusters: z.number().int().positive() }),
  /** Of an event: its hazard, as a multiple of the average row's, and the share without it at each of the times. */
  z.object({ kind: z.literal('survival'), label: z.string(), time: z.string(), times: z.array(z.number()) }),
  /** Of a text: where in it what is named, and of which of these kinds. */
  z.object({ kind: z.literal('entities'), label: z.string(), classes: z.array(z.string()).min(1) }),
  /** Any number of these labels, each with a chance of its own. */
  z.object({ kind: z.literal('labels'), label: z.string(), classes: z.array(z.string()).min(1) }),
  /** Of a picture: what is where in it. */
  BoxesOutput,
])
export type ModelOutput = z.infer<typeof ModelOutput>

/** One coefficient of a regression, in the column's own unit; an error, an interval (95 %) and a p value only where no ridge was used. */
export const Coefficient = z.object({
  /** Null: the intercept. */
  column: z.string().nullable(),
  /** Of a text column, compared with its first category; '' stands for the rest. Null of a number. */
  category: z.string().nullable(),
  /** Which rest: other texts or missing values; absent where it is both. */
  rest: z.enum(['other', 'missing']).optional(),
  /** Log odds of this class against the first; null where a number is estimated, or a count, as log rate. */
  class: z.union([z.string(), z.number()]).nullable(),
  /** Of a number, over all parties' rows. */
  deviation: z.number().positive().optional(),
  /** Null where there is no finite one: of an aliased column, and of a category in which every row answers alike. */
  estimate: z.number().nullable(),
  /** The columns that add up to this one, which was left out for that. */
  aliased: z.array(z.string()).optional(),
  /** The side on which the coefficient is infinite. */
  infinite: z.union([z.literal(-1), z.literal(1)]).optional(),
  /** The category that this one is compared with, where that is not its column's first. */
  reference: z.string().optional(),
  error: z.number().optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  p: z.number().optional(),
})
export type Coefficient = z.infer<typeof Coefficient>

/** How far counts spread about what is expected of them. */
export const CountSpread = z.object({
  /** Squared distances by degree of freedom: 1 where they spread as the model takes them to. Null where rows say too little. */
  pearson: z.number().nonnegative().nullable(),
  /** Of a negative binomial: variance = expected + dispersion × expected². 0: they spread no more than Poisson's. */
  dispersion: z
    .object({
      estimate: z.number().nonnegative(),
      error: z.number().optional(),
      low: z.number().optional(),
      high: z.number().optional(),
    })
    .optional(),
})
export type CountSpread = z.infer<typeof CountSpread>

/** What a regression found out about the columns. */
export const Regression = z.object({
  coefficients: z.array(Coefficient),
  /** Columns with one value in all rows. */
  constant: z.array(z.string()),
  /** Columns that others add up to: aliased ones, unless a ridge was used. */
  collinear: z.array(z.string()),
  /** Columns that tell the outcome of rows, or of some, without error, or by which rows count nothing; no single categories. */
  separated: z.array(z.string()),
  /** What held the coefficients back: the parameter, or what was needed in spite of it. */
  ridge: z.number(),
  /** Whether more rounds would change nothing. */
  converged: z.boolean(),
  /** All granted rows: every one was fitted. */
  rows: z.number().int(),
  /** Of counts only. */
  counts: CountSpread.optional(),
})
export type Regression = z.infer<typeof Regression>

/** How a model's answer moves with one column: log odds or chance of a class, or the label's own unit. */
export const Curve = z.object({
  column: z.string(),
  /** What speaks for this class, of an additive model against the first; null where a number is estimated. */
  class: z.union([z.string(), z.number()]).nullable(),
  /** Of a number: where it steps, ascending. Empty of a category. */
  points: z.array(z.number()),
  /**
   * Up to the first point, between each two, and above the last; of a category, of each and of the rest (see `restOf`).
   * Over the rows trained on the mean is 0.
   */
  effects: z.array(z.number()),
  /** Of each effect, where nothing but the smoothness holds them: ends of its 95 % interval. */
  low: z.array(z.number()).optional(),
  high: z.array(z.number()).optional(),
})
export type Curve = z.infer<typeof Curve>

/** What an additive model's fit came to. */
export const AdditiveFit = z.object({
  /** Columns with one value in all rows. */
  constant: z.array(z.string()),
  /** Whether more rounds would change nothing. */
  converged: z.boolean(),
  /** All granted rows: every one was fitted. */
  rows: z.number().int(),
})
export type AdditiveFit = z.infer<typeof AdditiveFit>

/** A node of a drawn tree, by its place in the heap: the children of n are 2n + 1 (left) and 2n + 2. */
export const TreeNode = z.object({
  node: z.number().int().nonnegative(),
  /** Of all parties, that came there in training. */
  rows: z.number().int(),
  /** What the tree says there; null where fewer than five rows of a class would follow. */
  value: z.number().nullable(),
  /** Absent where the tree ends, or goes on undrawn. */
  column: z.string().optional(),
  /** Of a number: so much or less goes left; null where all numbers do, and only missing ones go right. */
  cut: z.number().nullable().optional(),
  /** Of a text: this one goes left; '' stands for the rest. */
  category: z.string().optional(),
  /** Which rest: other texts or missing values; absent where it is both. */
  rest: z.enum(['other', 'missing']).optional(),
  missingLeft: z.boolean().optional(),
})
export type TreeNode = z.infer<typeof TreeNode>

/** What people read of trees. */
export const TreeFindings = z.object({
  /** What effects are counted in: log odds, chances of a class, or the label's own unit. */
  scale: z.enum(['odds', 'chance', 'unit']),
  /** Each tree answers by itself, and the answer is their average; else each moves the answer. */
  average: z.boolean(),
  count: z.number().int().positive(),
  /** Each column's share of what all splits gained, the largest first. */
  importance: z.array(z.object({ column: z.string(), share: z.number() })),
  /** How the answer moves with one column, all others as they are among the rows trained on. */
  effects: z.array(Curve),
  /** The upper levels of the first tree. */
  drawn: z.array(TreeNode),
})
export type TreeFindings = z.infer<typeof TreeFindings>

/** All rows' share of a category and each cluster's: null where fewer than five rows, or what such a one follows from. */
const CategoryProfile = z.object({ share: z.number().nullable(), shares: z.array(z.number().nullable()) })

/** A column in all rows and in each cluster; null of clusters that are too small to tell of. */
export const ClusterColumn = z.discriminatedUnion('kind', [
  z.object({
    name: z.string(),
    kind: z.literal('number'),
    mean: z.number(),
    deviation: z.number().nonnegative(),
    means: z.array(z.number().nullable()),
  }),
  z.object({
    name: z.string(),
    kind: z.literal('category'),
    categories: z.array(CategoryProfile.extend({ name: z.string() })),
    /** Rows of categories that the plan does not name, or without one unless `missing` has these. */
    other: CategoryProfile,
    missing: CategoryProfile.optional(),
  }),
])
export type ClusterColumn = z.infer<typeof ClusterColumn>

/** What k-means found, of the rows that were trained on. */
export const Clusters = z.object({
  /** Rows of each, in the order of their numbers. */
  sizes: z.array(ShownCount),
  /** Their squared distances from the centres, summed. */
  inertia: z.number().nonnegative(),
  /** Absent in cards of before. */
  profile: z.array(ClusterColumn).optional(),
})
export type Clusters = z.infer<typeof Clusters>

/** Of a model that was not trained here: its file as it was uploaded, which is not always the one that is run. */
export const ImportedFile = z.object({
  fileName: z.string(),
  sha256: z.string(),
  bytes: z.number().int().positive(),
  /** Who uploaded it: its copies are of other parties. */
  partyId: z.string(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** The card that travels with the ONNX file. */
export const ModelCard = z.looseObject({
  /** Empty of an imported model, as is the code hash: edges of 2.6.4 read no card without. */
  algorithm: z.string(),
  label: z.string(),
  columns: z.array(z.string()),
  input: ModelInput,
  output: ModelOutput,
  metrics: Metrics,
  parties: z.array(
    z.looseObject({
      partyId: z.string(),
      name: z.string().optional(),
      rows: z.number(),
      metrics: Metrics,
      aloneMetrics: Metrics.optional(),
      gains: Gains.optional(),
    }),
  ),
  rounds: z.number(),
  codeHash: z.string(),
  /** Absent of a model that was trained here. Of one that was not, nothing is known but what its file takes and says. */
  imported: ImportedFile.optional(),
  /** Rows are the truth, columns the prediction, both in the order of `output.classes`. */
  confusion: z.array(z.array(z.number())).optional(),
  residuals: Residuals.optional(),
  /** Absent in cards of before, and where nothing is predicted from a label. */
  scores: Scores.optional(),
  regression: Regression.optional(),
  /** Of an additive model, a curve for each column (and class). */
  curves: z.array(Curve).optional(),
  additive: AdditiveFit.optional(),
  trees: TreeFindings.optional(),
  clusters: Clusters.optional(),
  survival: SurvivalModel.optional(),
  /** Absent: by rows held aside. */
  scoredBy: ScoredBy.optional(),
  parameters: Parameters.optional(),
  /** The model of the pool that training started from; absent where it started from none. */
  start: NamedStart.optional(),
  bestRound: z.number().optional(),
  seconds: z.number().optional(),
  bytesUp: z.number().optional(),
  bytesDown: z.number().optional(),
})
export type ModelCard = z.infer<typeof ModelCard>

/** What was decided by the very rows that the scores are of: they tend to be too good. Older cards do not report it. */
export const chosenByScores = ({ scores, scoredBy, output, rounds, bestRound }: ModelCard): ChosenByScores[] => {
  if (scores?.chosen) return scores.chosen
  const hasBest = scoredBy !== 'folds' && output.kind !== 'clusters' && rounds > 1 && bestRound !== undefined
  return hasBest ? ['round'] : []
}

/** A card as it was kept, perhaps by an earlier version. */
export const readModelCard = (kept: unknown): ModelCard => ModelCard.parse(withInput(kept))

/** A card as it is told: versions up to 2.6.4 read a table's columns from `inputs`. */
export const tellModelCard = (card: ModelCard) => ({ ...card, inputs: inputColumnsOf(card.input) })

/** What a model takes and gives, as files and cards of 2.6.4 and before have it too: they knew columns only. */
export function withInput(content: unknown): unknown {
  const isFormer = typeof content === 'object' && content !== null && !('input' in content) && 'inputs' in content
  if (!isFormer) return content
  const { inputs, ...rest } = content
  return { ...rest, input: { kind: 'table', columns: inputs } }
}

export const ModelDetail = z.object({
  model: Model,
  card: ModelCard.nullable(),
  contributors: z.array(z.object({ partyId: z.string(), name: z.string(), rowCount: z.number().int() })),
  /** Columns by which several rows of a party are of one person: scores are then too good. */
  repeatedIds: z.array(z.string()).optional(),
  /** How long its run took, as every page says; null of a model whose run is not stored here. */
  elapsedMs: z.number().nullable(),
  ending: RunEnding.nullable(),
  rowCount: z.number().int(),
  partyCount: z.number().int(),
  useCount: z.number().int(),
  downloadCount: z.number().int(),
  lastUseTime: z.date().nullable(),
  users: z.array(z.object({ name: z.string(), avatar: z.string().nullable() })),
  /** The party that uploaded a model which was not trained here, by name; null of one that was. */
  importedBy: z.string().nullable(),
  /** The reader's party's own model of the same file, trained, uploaded or copied; null where it has none. */
  ownModelId: z.string().nullable(),
  abilities: z.object({
    edit: z.boolean(),
    publish: z.boolean(),
    delete: z.boolean(),
    download: z.boolean(),
    use: z.boolean(),
  }),
})
export type ModelDetail = z.infer<typeof ModelDetail>
