import { z } from 'zod'
import { isShare } from './metric-names.ts'

/**
 * A score, the number of scored rows, and the ends of its 95 % interval. Both ends are null if there are too few rows.
 */
export const Interval = z.object({
  value: z.number(),
  rows: z.number().int().nonnegative(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Interval = z.infer<typeof Interval>

/** A score that is a share of the rows, with the number of rows that count. */
export const Share = Interval.extend({ low: z.number(), high: z.number(), count: z.number().int().nonnegative() })
export type Share = z.infer<typeof Share>

export interface IntervalEnds {
  low: number
  high: number
}

/**
 * Returns the ends of a score's interval if a screen can show them; otherwise null. Older engines reported impossible
 * ends: outside the score's range, or both equal.
 */
export function intervalEnds(metric: string, { rows, low, high, ...found }: Interval): IntervalEnds | null {
  if (low === null || high === null || low === high) return null
  const most = isShare(metric) ? 1 : Number.POSITIVE_INFINITY
  if (high > most || (low < 0 && metric !== 'r2')) return null
  return rows < FEW_ROWS && !('count' in found) ? null : { low, high }
}

/** Below this number of rows, only shares of rows have an interval, and screens show counts before percentages. */
export const FEW_ROWS = 30

/** Minimum number of a party's rows in a group of similar rows that k-means forms. */
export const GROUP_ROWS = 5
/** From this number of a party's rows on, a group contains a fifth of them. */
export const GROUPED_FROM = 23

/** Upper bound of the error that results from grouping the scores into common bins. */
const error = z.number().nonnegative()

/** Scores of a class against all other classes. A share of zero rows is null. */
export const ClassScores = z.object({
  class: z.string(),
  sensitivity: Share.nullable(),
  specificity: Share.nullable(),
  ppv: Share.nullable(),
  npv: Share.nullable(),
})
export type ClassScores = z.infer<typeof ClassScores>

/**
 * Histogram of the rows by their score for a class: separately for rows of the class and other rows, with one more
 * count than edges. A score that equals an edge belongs to the bin below the edge.
 */
export const ScoreCurve = z
  .object({
    class: z.string(),
    /** The edges in ascending order. One of them is 0.5. */
    edges: z.array(z.number()),
    own: z.array(z.number().int().nonnegative()),
    others: z.array(z.number().int().nonnegative()),
    auc: Interval.extend({ error }).nullable(),
    calibration: z.array(
      z.object({ above: z.number(), upto: z.number(), predicted: z.number(), error, observed: Share }),
    ),
  })
  .refine(({ edges, own, others }) => own.length === edges.length + 1 && others.length === own.length, 'bins')
export type ScoreCurve = z.infer<typeof ScoreCurve>

/** Scores of a type of entities. Each share counts entities; a share of zero entities is null. */
export const EntityScores = z.object({
  type: z.string(),
  precision: Share.nullable(),
  recall: Share.nullable(),
  /** Number of correct entities relative to the mean of the numbers of true and predicted entities. */
  f1: Share.nullable(),
})
export type EntityScores = z.infer<typeof EntityScores>

/** A number of boxes; null if it is so small that it would reveal single boxes. */
const boxes = z.number().int().nonnegative().nullable()

/** Scores of a class of boxes at an overlap of 0.5: counts and shares of shown boxes, and of boxes with any score. */
export const BoxScores = z.object({
  type: z.string(),
  precision: Share.nullable(),
  recall: Share.nullable(),
  f1: Share.nullable().optional(),
  /** Area under the precision-recall curve; null if the data has no box of the class. */
  ap50: Interval.extend({ error }).nullable(),
  found: boxes,
  missed: boxes,
  falseAlarms: boxes,
  /**
   * Precision and recall of boxes with at least this score, by ascending score. The steps are so coarse that none of
   * them belongs to a single box.
   */
  curve: z.array(z.object({ score: z.number(), precision: z.number(), recall: z.number() })),
})
export type BoxScores = z.infer<typeof BoxScores>

/**
 * Choices that were made with the same rows on which the model is scored: the best round, the sharpness of
 * probabilities, or the thresholds of labels.
 */
export const ChosenByScores = z.enum(['round', 'sharpness', 'shifts'])
export type ChosenByScores = z.infer<typeof ChosenByScores>

/** The scores in a model card, over the rows of all parties that were not used to fit the model. */
export const Scores = z.object({
  rows: z.number().int().nonnegative(),
  /**
   * Choices that were made with the scored rows, so that the scores tend to be too good; undefined if there were none.
   */
  chosen: z.array(ChosenByScores).optional(),
  /** Scores by metric. A score that is a share of the rows includes its count. */
  metrics: z.record(
    z.string(),
    Interval.extend({ error: error.optional(), count: z.number().int().nonnegative().optional() }),
  ),
  /** Scores of each class, in the order of the classes. Undefined if a number is predicted, as are the curves. */
  classes: z.array(ClassScores).optional(),
  curves: z.array(ScoreCurve).optional(),
  /** Scores of each type of entities, in the order of the types. */
  entities: z.array(EntityScores).optional(),
  /** Scores of each class of boxes, in the order of the classes. */
  boxes: z.array(BoxScores).optional(),
})
export type Scores = z.infer<typeof Scores>

/**
 * Returns whether a row can have any number of labels. In this case, `classes` and `curves` contain an entry for each
 * label.
 */
export const areOfLabels = ({ metrics }: Pick<Scores, 'metrics'>): boolean => 'multilabel_accuracy' in metrics

/**
 * Histogram of rows by a number, with ascending edges. It has one more count than edges, because the outer bins are
 * open.
 */
export const Bins = z.object({ edges: z.array(z.number()), counts: z.array(z.number()) })
export type Bins = z.infer<typeof Bins>

/** Histogram of true value minus prediction, in the label's unit. */
export const Residuals = Bins
export type Residuals = z.infer<typeof Residuals>

const NORMAL = 1.959963984540054
const TAIL = 0.025
/** If fewer than this number of rows count, or do not count, a share's interval is exact. */
const FEW_COUNTED = 10

/**
 * Returns a share and its 95 % interval, computed as in the engine's `targets/intervals.py`. The console calls this for
 * thresholds that a user moves. `rows` can end in a half, as for F1; the interval is then that of the next whole
 * number.
 */
export function shareOf(count: number, rows: number): Share | null {
  if (rows === 0) return null
  const [value, whole] = [count / rows, Math.ceil(rows)]
  const isFew = Math.min(count, whole - count) < FEW_COUNTED
  const { low, high } = (isFew ? exactEnds : wilsonEnds)(count, whole)
  // Rounding could move an end of the interval below 0, above 1 or past the value.
  return { value, rows, count, low: Math.min(Math.max(low, 0), value), high: Math.max(Math.min(high, 1), value) }
}

/** Returns the exact interval (Clopper and Pearson 1934), for small counts. */
function exactEnds(count: number, rows: number): IntervalEnds {
  if (count > rows - count) {
    const others = exactEnds(rows - count, rows)
    return { low: 1 - others.high, high: 1 - others.low }
  }
  const low = count === 0 ? 0 : shareWith(1 - TAIL, count - 1, rows)
  return { low, high: count === rows ? 1 : shareWith(TAIL, count, rows) }
}

/** Returns the share at which at most `most` of the rows count with the given probability. */
function shareWith(probability: number, most: number, rows: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (atMost(most, rows, middle) > probability) low = middle
    else high = middle
  }
  return low
}

/** Returns the binomial distribution function. */
function atMost(most: number, rows: number, share: number): number {
  let term = Math.exp(rows * Math.log1p(-share))
  let total = term
  for (let count = 0; count < most; count++) {
    term *= ((rows - count) / (count + 1)) * (share / (1 - share))
    total += term
  }
  return total
}

/** Returns the interval of Wilson 1927. */
function wilsonEnds(count: number, rows: number): IntervalEnds {
  const value = count / rows
  const spread = NORMAL ** 2 / rows
  const half = NORMAL * Math.sqrt((value * (1 - value) + spread / 4) / rows)
  return { low: (value + spread / 2 - half) / (1 + spread), high: (value + spread / 2 + half) / (1 + spread) }
}

/**
 * How well a class is separated from the other classes if rows with a score above the threshold are assigned to the
 * class.
 */
export interface AtThreshold {
  threshold: number
  sensitivity: Share | null
  specificity: Share | null
  ppv: Share | null
  npv: Share | null
}

/**
 * Returns the counts at each threshold in ascending order: 0, where all rows are assigned to the class, each edge of
 * the bins, and 1.
 */
export function thresholdsOf({ edges, own, others }: ScoreCurve): AtThreshold[] {
  const all = { own: sum(own), others: sum(others) }
  let [hits, wrong] = [all.own, all.others]
  return [0, ...edges, 1].map((threshold, place) => {
    hits -= own[place - 1] ?? 0
    wrong -= others[place - 1] ?? 0
    const right = all.others - wrong
    return {
      threshold,
      sensitivity: shareOf(hits, all.own),
      specificity: shareOf(right, all.others),
      ppv: shareOf(hits, hits + wrong),
      npv: shareOf(right, right + all.own - hits),
    }
  })
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
