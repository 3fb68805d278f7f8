import { z } from 'zod'
import { Bins } from './scores.ts'

/**
 * Maximum number of other labels that are listed. More names would not help to find out why the labels do not match.
 */
export const MAX_OTHER_LABELS = 20

const rows = z.number().int().nonnegative()

const FoundCounts = z.object({ type: z.string(), found: rows, there: rows, predicted: rows })
export type FoundCounts = z.infer<typeof FoundCounts>

/** A word that the model marked by mistake or missed, as the texts write it. */
const Mistake = z.object({ text: z.string(), type: z.string(), missed: rows, falseAlarms: rows })
export type Mistake = z.infer<typeof Mistake>

/**
 * Counts of a model's predictions for a whole dataset. The party's own edge counts and stores them from the party's own
 * rows, so they include small counts.
 */
export const InferenceSummary = z.object({
  /**
   * Number of rows per class, label or cluster, of entities per type, or of shown boxes per class, most frequent first.
   */
  results: z.array(z.object({ name: z.string(), rows })).optional(),
  /**
   * Number of rows by the probability of `class`, or of the predicted class if `class` is null. For other predictions:
   * by the number, the hazard, the distance from the cluster's centre, or the number of entities, shown boxes or
   * labels.
   */
  scores: Bins.extend({ class: z.string().nullable() }),
  /**
   * Confusion matrix, present if the data contain the label. Rows are the true classes, columns the predicted classes,
   * in the order of the classes. A last row counts labels that are not among the classes.
   */
  confusion: z.array(z.array(rows)).optional(),
  /**
   * Labels in the data that are not classes of the model, most frequent first, at most `MAX_OTHER_LABELS`. If
   * `isScored` is false, the model knows no label of any row, and there is no score.
   */
  otherLabels: z.object({ names: z.array(z.object({ name: z.string(), rows })), isScored: z.boolean() }).optional(),
  /**
   * Counts of entities by type, present if the data contain entities: how many are in the data (`there`), were
   * predicted, and were found.
   */
  entities: z.array(FoundCounts).optional(),
  /** The entities that the model most often missed or marked by mistake, worst first. */
  mistakes: z.array(Mistake).optional(),
  /** For each class, how many boxes are in the data, were predicted, and were found. */
  boxes: z.array(FoundCounts).optional(),
  /**
   * Counts of labels in rows, present if the data contain several labels per row: how many are in the data (`there`),
   * were predicted, and were found.
   */
  labels: z.array(FoundCounts).optional(),
  /** If a number is predicted and the data contain the label: the histogram of true value minus prediction. */
  residuals: Bins.extend({ rows, mean: z.number(), mae: z.number(), rmse: z.number() }).optional(),
  /**
   * Number of rows outside the range of the model's training data, and the columns concerned; undefined if the model
   * does not describe its training data.
   */
  outside: z.object({ rows, columns: z.array(z.object({ column: z.string(), rows })) }).optional(),
})
export type InferenceSummary = z.infer<typeof InferenceSummary>
