import { z } from 'zod'
import { Bins } from './scores.ts'

/** More names than this help nobody to see why they do not match. */
export const MAX_OTHER_LABELS = 20

const rows = z.number().int().nonnegative()

const FoundCounts = z.object({ type: z.string(), found: rows, there: rows, said: rows })
export type FoundCounts = z.infer<typeof FoundCounts>

/** What is named in texts, as it is written there. */
const Mistake = z.object({ text: z.string(), type: z.string(), missed: rows, falseAlarms: rows })
export type Mistake = z.infer<typeof Mistake>

/**
 * What a model said of a whole dataset, in counts. They are of the party's own rows, made and kept at its own edge, so
 * that small ones are told too.
 */
export const InferenceSummary = z.object({
  /** Rows by class, label or cluster, entities by kind, shown boxes by class, most first. */
  results: z.array(z.object({ name: z.string(), rows })).optional(),
  /**
   * Rows by the probability of `class`, or of whichever class was predicted (null); else by the number, the hazard, the
   * distance from the middle of the cluster, or the number of entities, of shown boxes or of labels.
   */
  scores: Bins.extend({ class: z.string().nullable() }),
  /**
   * Where the data has the label. Rows are the truth, columns the prediction, in the order of the classes; a last row is
   * of what is none of them.
   */
  confusion: z.array(z.array(rows)).optional(),
  /**
   * Labels in the data that are none of the model's classes, the most frequent first, at most `MAX_OTHER_LABELS`. If
   * `isScored` is false, no row has a label that the model knows, and there is no score.
   */
  otherLabels: z.object({ names: z.array(z.object({ name: z.string(), rows })), isScored: z.boolean() }).optional(),
  /** Where the data has the entities: of each kind how many of them were found, are there, and were said to be. */
  entities: z.array(FoundCounts).optional(),
  /** Of these the ones most often missed, or said where they are not, worst first. */
  mistakes: z.array(Mistake).optional(),
  /** Of boxes how many of each class were found, are there, and were said to be. */
  boxes: z.array(FoundCounts).optional(),
  /** Where the data has several labels in a row: the same of each of them, in rows. */
  labels: z.array(FoundCounts).optional(),
  /** Of a number where the data has the label: truth minus prediction. */
  residuals: Bins.extend({ rows, mean: z.number(), mae: z.number(), rmse: z.number() }).optional(),
  /** Rows outside what the model was trained on, and by which columns; absent where the model does not say. */
  outside: z.object({ rows, columns: z.array(z.object({ column: z.string(), rows })) }).optional(),
})
export type InferenceSummary = z.infer<typeof InferenceSummary>
