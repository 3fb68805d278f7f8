import { z } from 'zod'
import { Bins } from './scores.ts'

/** A longer list of names would not help to find out why they do not match. */
export const MAX_OTHER_LABELS = 20

const rows = z.number().int().nonnegative()

const FoundCounts = z.object({ type: z.string(), found: rows, there: rows, said: rows })
export type FoundCounts = z.infer<typeof FoundCounts>

/** A wrongly marked or missed word, as it is written in the texts. */
const Mistake = z.object({ text: z.string(), type: z.string(), missed: rows, falseAlarms: rows })
export type Mistake = z.infer<typeof Mistake>

/**
 * Counts of a model's predictions for a whole dataset. They are made and stored at the party's own edge from its own
 * rows, so small counts are included.
 */
export const InferenceSummary = z.object({
  /** Rows by class, label or cluster, entities by type, or shown boxes by class, most frequent first. */
  results: z.array(z.object({ name: z.string(), rows })).optional(),
  /**
   * Rows by the probability of `class`, or of the predicted class (null); otherwise by the number, the hazard, the
   * distance from the cluster's centre, or the number of entities, shown boxes or labels.
   */
  scores: Bins.extend({ class: z.string().nullable() }),
  /**
   * If the data has the label. Rows are the truth, columns the prediction, in the order of the classes. A last row
   * counts labels that are none of the classes.
   */
  confusion: z.array(z.array(rows)).optional(),
  /**
   * Labels in the data that are not classes of the model, the most frequent first, at most `MAX_OTHER_LABELS`. If
   * `isScored` is false, no row has a label that the model knows, and there is no score.
   */
  otherLabels: z.object({ names: z.array(z.object({ name: z.string(), rows })), isScored: z.boolean() }).optional(),
  /**
   * If the data has the entities: how many of each type were found, are in the data (`there`), and were predicted
   * (`said`).
   */
  entities: z.array(FoundCounts).optional(),
  /** The entities that were most often missed or marked by mistake, worst first. */
  mistakes: z.array(Mistake).optional(),
  /** How many boxes of each class were found, are in the data, and were predicted. */
  boxes: z.array(FoundCounts).optional(),
  /** If the data has several labels per row: the same for each label, in rows. */
  labels: z.array(FoundCounts).optional(),
  /** For a number, if the data has the label: truth minus prediction. */
  residuals: Bins.extend({ rows, mean: z.number(), mae: z.number(), rmse: z.number() }).optional(),
  /**
   * Rows outside the model's training data, and the columns concerned; absent if the model does not describe its data.
   */
  outside: z.object({ rows, columns: z.array(z.object({ column: z.string(), rows })) }).optional(),
})
export type InferenceSummary = z.infer<typeof InferenceSummary>
