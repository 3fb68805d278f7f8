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
import { Residuals, Scores } from './scores.ts'
import { SurvivalModel } from './survival.ts'

export const MODEL_LIMITS = {
  name: 40,
  instruction: 300,
  /** Maximum length of the introduction on its page. */
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
  /** Whether it is in the pool, or a party's own. */
  isPublished: z.boolean(),
  partyId: z.string(),
  partyName: z.string(),
  /** Null for a model that was not trained here; so is the task. */
  algorithmId: z.string().nullable(),
  taskId: z.string().nullable(),
  isImported: z.boolean(),
  updateTime: z.date(),
})
export type Model = z.infer<typeof Model>

/** What a model takes, by kind of data. */
export const ModelInput = z.discriminatedUnion('kind', [TableInput, TextsInput, TokensInput, PicturesInput, GraphInput])
export type ModelInput = z.infer<typeof ModelInput>

/**
 * Returns the class that odds, curves, thresholds and explanations refer to: the last of two classes. Null for any
 * other number of classes.
 */
export const positiveClassOf = (classes: readonly (string | number)[]): string | null =>
  classes.length === 2 ? String(classes[1]) : null

/** Returns the names of the columns that each row must have. */
export function columnNamesOf(input: ModelInput): string[] {
  if (input.kind === 'table' || input.kind === 'graph') return input.columns.map(({ column }) => column)
  return input.kind === 'texts' || input.kind === 'tokens' ? [input.column] : []
}

/** Returns the kind of data that a model takes or a plan names. For pictures it depends on what is predicted. */
export const contentTypeOf = (
  { kind }: Pick<ModelInput, 'kind'>,
  target: Pick<ModelOutput | PlanTarget, 'kind'> | null,
): ContentType => (kind === 'pictures' && target?.kind === 'boxes' ? 'yolo' : CONTENT_TYPES[kind])
const CONTENT_TYPES = { table: 'tabular', texts: 'nlp', tokens: 'nlp', pictures: 'vision', graph: 'graph' } as const

/** Returns a table's columns; empty for other kinds of data. */
export const inputColumnsOf = (input: ModelInput): InputColumn[] => (input.kind === 'table' ? input.columns : [])

/** What a model returns, by what it predicts. */
export const ModelOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('classes'),
    label: z.string(),
    classes: z.array(z.union([z.string(), z.number()])),
  }),
  z.object({ kind: z.literal('number'), label: z.string() }),
  z.object({ kind: z.literal('clusters'), label: z.string(), clusters: z.number().int().positive() }),
  /**
   * For an event: its hazard, as a multiple of the average row's, and the share without the event at each of the times.
   */
  z.object({ kind: z.literal('survival'), label: z.string(), time: z.string(), times: z.array(z.number()) }),
  /** For a text: the places and types of the entities in it. */
  z.object({ kind: z.literal('entities'), label: z.string(), classes: z.array(z.string()).min(1) }),
  /** Any number of these labels, each with its own probability. */
  z.object({ kind: z.literal('labels'), label: z.string(), classes: z.array(z.string()).min(1) }),
  /** For a picture: the boxes in it. */
  BoxesOutput,
])
export type ModelOutput = z.infer<typeof ModelOutput>

/**
 * A coefficient of a regression, in the column's own unit. It has an error, an interval (95 %) and a p-value only if no
 * ridge was used.
 */
export const Coefficient = z.object({
  /** Null for the intercept. */
  column: z.string().nullable(),
  /** For a text column, compared with its first category; '' is the rest. Null for a number. */
  category: z.string().nullable(),
  /** Which part of the rest: other texts or missing values; absent if it is both. */
  rest: z.enum(['other', 'missing']).optional(),
  /** For log odds of this class against the first one; null if a number or a count (as log rate) is estimated. */
  class: z.union([z.string(), z.number()]).nullable(),
  /** Standard deviation of a number, over all parties' rows. */
  deviation: z.number().positive().optional(),
  /**
   * Null if there is no finite estimate: for an aliased column, and for a category in which all rows have the same
   * outcome.
   */
  estimate: z.number().nullable(),
  /** The columns of which this one is a linear combination, so that it was left out. */
  aliased: z.array(z.string()).optional(),
  /** The sign of an infinite coefficient. */
  infinite: z.union([z.literal(-1), z.literal(1)]).optional(),
  /** The category that this one is compared with, if that is not its column's first. */
  reference: z.string().optional(),
  error: z.number().optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  p: z.number().optional(),
})
export type Coefficient = z.infer<typeof Coefficient>

/** The dispersion of counts around their expected values. */
export const CountSpread = z.object({
  /**
   * Pearson's chi-squared per degree of freedom: 1 if they vary as the model assumes. Null if there are too few rows.
   */
  pearson: z.number().nonnegative().nullable(),
  /**
   * For a negative binomial: variance = expected + dispersion × expected². 0 if the variance is that of a Poisson
   * distribution.
   */
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
  /** Columns that are linear combinations of others. They are aliased unless a ridge was used. */
  collinear: z.array(z.string()),
  /**
   * Columns that predict the outcome of all or some rows without error, or because of which rows do not contribute; no
   * single categories.
   */
  separated: z.array(z.string()),
  /** The ridge penalty: the parameter, or the larger value that was necessary. */
  ridge: z.number(),
  /** Whether more rounds would change nothing. */
  converged: z.boolean(),
  /** All granted rows, which were all fitted. */
  rows: z.number().int(),
  /**
   * The number of these rows that belong to parties with too few rows for the number of coefficients. For them, means
   * of groups of similar rows were fitted.
   */
  averaged: z.number().int(),
  /** The number of groups and single rows that were fitted, if there are fewer than coefficients. */
  groups: z.number().int().optional(),
  /** The maximum number of rows (a multiple of 5) in which values that only few rows of a party have were changed. */
  changed: z.number().int(),
  /** For counts only. */
  counts: CountSpread.optional(),
})
export type Regression = z.infer<typeof Regression>

/** How a model's answer changes with one column: log odds or probability of a class, or the label's own unit. */
export const Curve = z.object({
  column: z.string(),
  /**
   * The class that the curve supports, for an additive model against the first class; null if a number is estimated.
   */
  class: z.union([z.string(), z.number()]).nullable(),
  /** For a number: the cut points of the steps, ascending. Empty for a category. */
  points: z.array(z.number()),
  /**
   * Up to the first point, between each two, and above the last. For a category: the effect of each category, then of
   * the rest (see `restOf`). The mean over the training rows is 0.
   */
  effects: z.array(z.number()),
  /** Ends of the 95 % interval of each effect, if only the smoothness penalty restricts them. */
  low: z.array(z.number()).optional(),
  high: z.array(z.number()).optional(),
})
export type Curve = z.infer<typeof Curve>

/** The result of fitting an additive model. */
export const AdditiveFit = z.object({
  /** Columns with one value in all rows. */
  constant: z.array(z.string()),
  /** Whether more rounds would change nothing. */
  converged: z.boolean(),
  /** All granted rows, which were all fitted. */
  rows: z.number().int(),
  /** The number of these rows for which means of groups of similar rows were fitted. */
  averaged: z.number().int(),
})
export type AdditiveFit = z.infer<typeof AdditiveFit>

/** A node of a drawn tree, by its place in the heap: the children of n are 2n + 1 (left) and 2n + 2. */
export const TreeNode = z.object({
  node: z.number().int().nonnegative(),
  /** The number of all parties' training rows that reached the node. */
  rows: z.number().int(),
  /** The tree's value there; null if it would reveal that fewer than five rows have a class. */
  value: z.number().nullable(),
  /** Absent if the tree ends here, or continues but is not drawn. */
  column: z.string().optional(),
  /** For a number: values up to this one go left; null if all numbers do, and only missing values go right. */
  cut: z.number().nullable().optional(),
  /** For a text: this category goes left; '' is the rest. */
  category: z.string().optional(),
  /** Which part of the rest: other texts or missing values; absent if it is both. */
  rest: z.enum(['other', 'missing']).optional(),
  missingLeft: z.boolean().optional(),
})
export type TreeNode = z.infer<typeof TreeNode>

/** The findings about a model of trees. */
export const TreeFindings = z.object({
  /** The unit of effects: log odds, probabilities of a class, or the label's own unit. */
  scale: z.enum(['odds', 'chance', 'unit']),
  /** Whether the answer is the average of the trees' answers; otherwise each tree adds to it. */
  average: z.boolean(),
  count: z.number().int().positive(),
  /** Whether the trees were grown on rows that each party mixed within groups of similar rows. */
  mixed: z.boolean(),
  /** Each column's share of the gain of all splits, the largest first. */
  importance: z.array(z.object({ column: z.string(), share: z.number() })),
  /** How the answer changes with one column, with all others as in the training rows. */
  effects: z.array(Curve),
  /** The upper levels of the first tree. */
  drawn: z.array(TreeNode),
})
export type TreeFindings = z.infer<typeof TreeFindings>

/**
 * The share of a category in all rows and in each cluster; null if fewer than five rows have it, or if such a count
 * would follow from it.
 */
const CategoryProfile = z.object({ share: z.number().nullable(), shares: z.array(z.number().nullable()) })

/** A column in all rows and in each cluster; null for clusters that are too small to describe. */
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
    /** Rows with categories that the plan does not name, or without a category unless `missing` counts those. */
    other: CategoryProfile,
    missing: CategoryProfile.optional(),
  }),
])
export type ClusterColumn = z.infer<typeof ClusterColumn>

/** The result of k-means for the training rows. */
export const Clusters = z.object({
  /** Rows of each, in the order of their numbers. */
  sizes: z.array(ShownCount),
  /** Sum of squared distances from the centres. */
  inertia: z.number().nonnegative(),
  profile: z.array(ClusterColumn),
})
export type Clusters = z.infer<typeof Clusters>

/** For a model that was not trained here: its file as it was uploaded, which can differ from the one that is run. */
export const ImportedFile = z.object({
  fileName: z.string(),
  sha256: z.string(),
  bytes: z.number().int().positive(),
  /** The party that uploaded it; other parties may have copies. */
  partyId: z.string(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** The model card that travels with the ONNX file. */
export const ModelCard = z.looseObject({
  /** Empty for an imported model; so is the code hash. */
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
  /** Absent for a model that was trained here. For an imported one, only its file's inputs and outputs are known. */
  imported: ImportedFile.optional(),
  /** Rows are the truth, columns the prediction, both in the order of `output.classes`. */
  confusion: z.array(z.array(z.number())).optional(),
  residuals: Residuals.optional(),
  /** Absent if nothing is predicted from a label. */
  scores: Scores.optional(),
  regression: Regression.optional(),
  /** For an additive model, a curve for each column (and class). */
  curves: z.array(Curve).optional(),
  additive: AdditiveFit.optional(),
  trees: TreeFindings.optional(),
  clusters: Clusters.optional(),
  survival: SurvivalModel.optional(),
  /** Absent: by validation rows. */
  scoredBy: ScoredBy.optional(),
  parameters: Parameters.optional(),
  /** The model in the pool from which training started; absent if it started from none. */
  start: NamedStart.optional(),
  bestRound: z.number().optional(),
  seconds: z.number().optional(),
  bytesUp: z.number().optional(),
  bytesDown: z.number().optional(),
})
export type ModelCard = z.infer<typeof ModelCard>

export const ModelDetail = z.object({
  model: Model,
  card: ModelCard.nullable(),
  contributors: z.array(z.object({ partyId: z.string(), name: z.string(), rowCount: z.number().int() })),
  /** Columns that show that several rows of a party belong to one person. Scores are then too optimistic. */
  repeatedIds: z.array(z.string()).optional(),
  /** Duration of its run, the same on every page; null for a model whose run is not stored here. */
  elapsedMs: z.number().nullable(),
  ending: RunEnding.nullable(),
  rowCount: z.number().int(),
  partyCount: z.number().int(),
  useCount: z.number().int(),
  downloadCount: z.number().int(),
  lastUseTime: z.date().nullable(),
  users: z.array(z.object({ name: z.string(), avatar: z.string().nullable() })),
  /** The name of the party that uploaded a model that was not trained here; null for a trained model. */
  importedBy: z.string().nullable(),
  /** The reader's party's own model with the same file, trained, uploaded or copied; null if it has none. */
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
