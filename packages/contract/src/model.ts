import { z } from 'zod'
import { Parameters } from './algorithm.ts'
import { ContentType } from './dataset.ts'
import { ShownCount } from './described-table.ts'
import { BoxesOutput } from './kinds/boxes.ts'
import { isRowItself } from './kinds/data-kinds.ts'
import { GraphInput } from './kinds/graph.ts'
import { PicturesInput } from './kinds/pictures.ts'
import { type InputColumn, TableInput } from './kinds/table.ts'
import { TextsInput } from './kinds/texts.ts'
import { TokensInput } from './kinds/tokens.ts'
import { Gains, Metrics, NamedStart, RunEnding, ScoredBy } from './run.ts'
import { Residuals, Scores } from './scores.ts'
import { SurvivalModel } from './survival.ts'

export const MODEL_LIMITS = {
  name: 40,
  instruction: 300,
  /** Maximum length of the introduction on the model's page. */
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
  /** Whether the model is in the pool; otherwise it is a party's own model. */
  isPublished: z.boolean(),
  partyId: z.string(),
  partyName: z.string(),
  /** Id of the algorithm. Null for a model that was not trained here, as is the task. */
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
 * Returns the class to which odds, curves, thresholds and explanations refer: the last of two classes. Returns null for
 * any other number of classes.
 */
export const positiveClassOf = (classes: readonly (string | number)[]): string | null =>
  classes.length === 2 ? String(classes[1]) : null

/** Returns the names of the columns that each row must have. */
export function columnNamesOf(input: ModelInput): string[] {
  if ('columns' in input) return input.columns.map(({ column }) => column)
  return isRowItself(input) ? [] : [input.column]
}

/** Returns a table's columns; empty for other kinds of data. */
export const inputColumnsOf = (input: ModelInput): InputColumn[] => (input.kind === 'table' ? input.columns : [])

/** What a model returns, by the kind of prediction. */
export const ModelOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('classes'),
    label: z.string(),
    classes: z.array(z.union([z.string(), z.number()])),
  }),
  z.object({ kind: z.literal('number'), label: z.string() }),
  z.object({ kind: z.literal('clusters'), label: z.string(), clusters: z.number().int().positive() }),
  /**
   * For an event: the hazard as a multiple of the average row's hazard, and the share of rows without the event at each
   * of the times.
   */
  z.object({ kind: z.literal('survival'), label: z.string(), time: z.string(), times: z.array(z.number()) }),
  /** For a text: the positions and types of its entities. */
  z.object({ kind: z.literal('entities'), label: z.string(), classes: z.array(z.string()).min(1) }),
  /** Output for several labels per row: each label has its own probability. */
  z.object({ kind: z.literal('labels'), label: z.string(), classes: z.array(z.string()).min(1) }),
  /** Output for a picture: its boxes. */
  BoxesOutput,
])
export type ModelOutput = z.infer<typeof ModelOutput>

/**
 * A coefficient of a regression, in the column's own unit. Standard error, 95 % interval and p-value exist only if no
 * ridge penalty was used.
 */
export const Coefficient = z.object({
  /** The column; null for the intercept. */
  column: z.string().nullable(),
  /**
   * For a text column: the category that is compared with the column's first category; an empty text stands for all
   * other values. Null for a numeric column.
   */
  category: z.string().nullable(),
  /**
   * Which values without a category the coefficient is about: other texts or missing values. Undefined if it is about
   * all of them.
   */
  rest: z.enum(['other', 'missing']).optional(),
  /**
   * The class, if the coefficient is log odds of this class against the first class; null if a number or a count (as
   * log rate) is estimated.
   */
  class: z.union([z.string(), z.number()]).nullable(),
  /** Standard deviation of a numeric column over all parties' rows. */
  deviation: z.number().positive().optional(),
  /**
   * The estimate. Null if there is no finite estimate: for an aliased column, and for a category in which all rows have
   * the same outcome.
   */
  estimate: z.number().nullable(),
  /** The columns of which this column is a linear combination, so that it was left out. */
  aliased: z.array(z.string()).optional(),
  /** The sign of an infinite coefficient. */
  infinite: z.union([z.literal(-1), z.literal(1)]).optional(),
  /** The category with which this category is compared, if that is not the column's first category. */
  reference: z.string().optional(),
  error: z.number().optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  p: z.number().optional(),
})
export type Coefficient = z.infer<typeof Coefficient>

/** The dispersion of counts around the expected values. */
export const CountSpread = z.object({
  /**
   * Pearson's chi-squared per degree of freedom. It is 1 if the counts vary as the model assumes, and null if there are
   * too few rows.
   */
  pearson: z.number().nonnegative().nullable(),
  /**
   * For a negative binomial distribution: variance = expected + dispersion × expected². 0 if the variance is that of a
   * Poisson distribution.
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

/** The findings of a regression about the columns. */
export const Regression = z.object({
  coefficients: z.array(Coefficient),
  /** Columns that have the same value in all rows. */
  constant: z.array(z.string()),
  /** Columns that are linear combinations of other columns. They are aliased unless a ridge penalty was used. */
  collinear: z.array(z.string()),
  /**
   * Columns, not single categories, that predict the outcome of all or some rows without error, or that prevent some
   * rows from contributing to the fit.
   */
  separated: z.array(z.string()),
  /** The ridge penalty: the parameter's value, or a larger value that was necessary. */
  ridge: z.number(),
  /** Whether the fit converged, so that more rounds would change nothing. */
  converged: z.boolean(),
  /** Number of granted rows. All of them were used for the fit. */
  rows: z.number().int(),
  /**
   * Number of these rows that belong to parties with too few rows for the number of coefficients. For these parties,
   * means of groups of similar rows were used for the fit.
   */
  averaged: z.number().int(),
  /** The number of groups and single rows in the fit, if it is smaller than the number of coefficients. */
  groups: z.number().int().optional(),
  /**
   * The maximum number of rows (a multiple of 5) in which rare values were changed, because only few rows of a party
   * have them.
   */
  changed: z.number().int(),
  /** Dispersion of the counts; only if the model predicts counts. */
  counts: CountSpread.optional(),
})
export type Regression = z.infer<typeof Regression>

/** How a model's answer changes with one column: in log odds or probability of a class, or in the label's own unit. */
export const Curve = z.object({
  column: z.string(),
  /**
   * The class that the curve supports; in an additive model, it is compared with the first class. Null if a number is
   * estimated.
   */
  class: z.union([z.string(), z.number()]).nullable(),
  /** For a number: the cut points of the steps, ascending. Empty for a category. */
  points: z.array(z.number()),
  /**
   * The effects: up to the first cut point, between each two points, and above the last. For a category: of each
   * category, then of the other values (see `restOf`). The mean over the training rows is 0.
   */
  effects: z.array(z.number()),
  /**
   * Lower and upper ends of the 95 % interval of each effect. Present only if nothing but the smoothness penalty
   * restricts the effects.
   */
  low: z.array(z.number()).optional(),
  high: z.array(z.number()).optional(),
})
export type Curve = z.infer<typeof Curve>

/** The result of fitting an additive model. */
export const AdditiveFit = z.object({
  /** Columns that have the same value in all rows. */
  constant: z.array(z.string()),
  /** Whether the fit converged, so that more rounds would change nothing. */
  converged: z.boolean(),
  /** Number of granted rows. All of them were used for the fit. */
  rows: z.number().int(),
  /** Number of these rows that the fit replaced with means of groups of similar rows. */
  averaged: z.number().int(),
})
export type AdditiveFit = z.infer<typeof AdditiveFit>

/** A node of a drawn tree, by its position in the heap: the children of n are 2n + 1 (left) and 2n + 2 (right). */
export const TreeNode = z.object({
  node: z.number().int().nonnegative(),
  /** The number of training rows of all parties that reached the node. */
  rows: z.number().int(),
  /** The tree's value at the node; null if the value would reveal that fewer than five rows have a class. */
  value: z.number().nullable(),
  /** The column by which the node splits. Undefined if the tree ends here, or continues but is not drawn. */
  column: z.string().optional(),
  /** For a number: values up to this one go left. Null if all numbers go left, and only missing values go right. */
  cut: z.number().nullable().optional(),
  /** For a text: this category goes left; an empty text stands for all other values. */
  category: z.string().optional(),
  /** Which values without a category go left: other texts or missing values. Undefined if all of them do. */
  rest: z.enum(['other', 'missing']).optional(),
  missingLeft: z.boolean().optional(),
})
export type TreeNode = z.infer<typeof TreeNode>

/** The findings about a model that consists of trees. */
export const TreeFindings = z.object({
  /** The unit of effects: log odds, probabilities of a class, or the label's own unit. */
  scale: z.enum(['odds', 'chance', 'unit']),
  /** Whether the answer is the average of the trees' answers; otherwise the answers are added. */
  average: z.boolean(),
  count: z.number().int().positive(),
  /** Whether the trees were trained on rows that each party had mixed within groups of similar rows. */
  mixed: z.boolean(),
  /** Each column's share of the total gain of all splits, the largest first. */
  importance: z.array(z.object({ column: z.string(), share: z.number() })),
  /** How the answer changes with one column, while all other columns are as in the training rows. */
  effects: z.array(Curve),
  /** The upper levels of the first tree. */
  drawn: z.array(TreeNode),
})
export type TreeFindings = z.infer<typeof TreeFindings>

/**
 * The share of a category in all rows and in each cluster; null if fewer than five rows have the category, or if such a
 * small count could be derived from the share.
 */
const CategoryProfile = z.object({ share: z.number().nullable(), shares: z.array(z.number().nullable()) })

/** Description of a column in all rows and in each cluster; null for clusters that are too small to describe. */
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
    /**
     * Share of rows whose category the plan does not name. Rows without a category are included unless `missing` counts
     * them.
     */
    other: CategoryProfile,
    missing: CategoryProfile.optional(),
  }),
])
export type ClusterColumn = z.infer<typeof ClusterColumn>

/** The result of k-means clustering for the training rows. */
export const Clusters = z.object({
  /** Number of rows in each cluster, in the order of the clusters' numbers. */
  sizes: z.array(ShownCount),
  /** Sum of the squared distances of rows from their cluster's centre. */
  inertia: z.number().nonnegative(),
  profile: z.array(ClusterColumn),
})
export type Clusters = z.infer<typeof Clusters>

/** For a model that was not trained here: its uploaded file, which can differ from the file that is run. */
export const ImportedFile = z.object({
  fileName: z.string(),
  sha256: z.string(),
  bytes: z.number().int().positive(),
  /** The party that uploaded the file. Other parties may have copies of the model. */
  partyId: z.string(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** The model card that accompanies the ONNX file. */
export const ModelCard = z.looseObject({
  /** Id of the algorithm. Empty for an imported model, as is the code hash. */
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
  /**
   * Facts about an imported model; only the inputs and outputs of its file are known. Undefined for a model that was
   * trained here.
   */
  imported: ImportedFile.optional(),
  /** Confusion matrix: rows are the true classes, columns the predicted classes, in the order of `output.classes`. */
  confusion: z.array(z.array(z.number())).optional(),
  residuals: Residuals.optional(),
  /** Scores of the model. Undefined if the model predicts nothing from a label. */
  scores: Scores.optional(),
  regression: Regression.optional(),
  /** For an additive model: a curve for each column, and for each class if there are more than two. */
  curves: z.array(Curve).optional(),
  additive: AdditiveFit.optional(),
  trees: TreeFindings.optional(),
  clusters: Clusters.optional(),
  survival: SurvivalModel.optional(),
  /** The rows on which the scores were computed; validation rows if undefined. */
  scoredBy: ScoredBy.optional(),
  parameters: Parameters.optional(),
  /** The model in the pool from which training started; undefined if training did not start from a model. */
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
  /**
   * Columns whose value identifies a person, if several rows of a party belong to one person. In this case, the scores
   * are too optimistic.
   */
  repeatedIds: z.array(z.string()).optional(),
  /** Duration of the model's run, which every page shows; null for a model whose run is not stored here. */
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
  /**
   * Id of the model with the same file that the reader's party has trained, uploaded or copied; null if it has none.
   */
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
