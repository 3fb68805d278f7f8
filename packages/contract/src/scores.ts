import { z } from 'zod'
import { isShare } from './metric-names.ts'

/** A score, the number of its rows, and the ends of its 95 % interval; both are null if there are too few rows. */
export const Interval = z.object({
  value: z.number(),
  rows: z.number().int().nonnegative(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Interval = z.infer<typeof Interval>

/** A share of the rows, with its count. */
export const Share = Interval.extend({ low: z.number(), high: z.number(), count: z.number().int().nonnegative() })
export type Share = z.infer<typeof Share>

export interface IntervalEnds {
  low: number
  high: number
}

/**
 * Returns the ends of a score's interval that a screen can show; null if there are none. Older engines reported
 * impossible ends: beyond the score's range, or a single point.
 */
export function intervalEnds(metric: string, { rows, low, high, ...found }: Interval): IntervalEnds | null {
  if (low === null || high === null || low === high) return null
  const most = isShare(metric) ? 1 : Number.POSITIVE_INFINITY
  if (high > most || (low < 0 && metric !== 'r2')) return null
  return rows < FEW_ROWS && !('count' in found) ? null : { low, high }
}

/** With fewer rows than this, only shares of rows have an interval, and counts are shown before percentages. */
export const FEW_ROWS = 30

/**
 * Minimum number of rows of one party that k-means groups, and the number of rows from which a fifth of them is a
 * group.
 */
export const GROUP_ROWS = 5
export const GROUPED_FROM = 23

/** Upper bound of the error from the common bins of scores. */
const error = z.number().nonnegative()

/** Scores of a class against all others. A share is null if it is of zero rows. */
export const ClassScores = z.object({
  class: z.string(),
  sensitivity: Share.nullable(),
  specificity: Share.nullable(),
  ppv: Share.nullable(),
  npv: Share.nullable(),
})
export type ClassScores = z.infer<typeof ClassScores>

/**
 * Rows by their score for a class, for the class and for the others; there is one count more than edges. A score equal
 * to an edge belongs to the bin below it.
 */
export const ScoreCurve = z
  .object({
    class: z.string(),
    /** Ascending; 0.5 is one of them. */
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

/** Scores of a type of entities. Each share counts entities, and is null if it is of none. */
export const EntityScores = z.object({
  type: z.string(),
  precision: Share.nullable(),
  recall: Share.nullable(),
  /** The count relative to the mean of the true and the predicted entities. */
  f1: Share.nullable(),
})
export type EntityScores = z.infer<typeof EntityScores>

/** A count of boxes; null if it would be so small that it revealed single ones. */
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
  /** For boxes with at least this score, by ascending score. The steps are so few that none belongs to a single box. */
  curve: z.array(z.object({ score: z.number(), precision: z.number(), recall: z.number() })),
})
export type BoxScores = z.infer<typeof BoxScores>

/**
 * Choices that the scored rows themselves can determine: the kept round, the sharpness of probabilities, or the
 * thresholds of labels.
 */
export const ChosenByScores = z.enum(['round', 'sharpness', 'shifts'])
export type ChosenByScores = z.infer<typeof ChosenByScores>

/** The scores in a card, over all parties' rows that the model had not seen. */
export const Scores = z.object({
  rows: z.number().int().nonnegative(),
  /** Choices that these same rows determined, so that the scores tend to be too good; absent if there are none. */
  chosen: z.array(ChosenByScores).optional(),
  /** With its count, if a score is a share of the rows. */
  metrics: z.record(
    z.string(),
    Interval.extend({ error: error.optional(), count: z.number().int().nonnegative().optional() }),
  ),
  /** In the order of the classes; absent for numbers, as are curves. */
  classes: z.array(ClassScores).optional(),
  curves: z.array(ScoreCurve).optional(),
  /** In the order of their types. */
  entities: z.array(EntityScores).optional(),
  /** In the order of their classes. */
  boxes: z.array(BoxScores).optional(),
})
export type Scores = z.infer<typeof Scores>

/** Returns whether a row can have any number of labels. Classes and curves are then those of each label. */
export const areOfLabels = ({ metrics }: Pick<Scores, 'metrics'>): boolean => 'multilabel_accuracy' in metrics

/** Rows by a number, between ascending edges. There is one count more than edges, because the outer bins are open. */
export const Bins = z.object({ edges: z.array(z.number()), counts: z.array(z.number()) })
export type Bins = z.infer<typeof Bins>

/** Truth minus prediction in the label's unit. */
export const Residuals = Bins
export type Residuals = z.infer<typeof Residuals>

const NORMAL = 1.959963984540054
const TAIL = 0.025
/** With fewer counts than this, a share's interval is exact. */
const FEW_COUNTED = 10

/**
 * Returns a share and its 95 % interval, like the engine's `targets/intervals.py`. The console computes it for
 * thresholds that a user moves. `rows` can have a half, as for F1: the interval is then that of the next whole number.
 */
export function shareOf(count: number, rows: number): Share | null {
  if (rows === 0) return null
  const [value, whole] = [count / rows, Math.ceil(rows)]
  const isFew = Math.min(count, whole - count) < FEW_COUNTED
  const { low, high } = (isFew ? exactEnds : wilsonEnds)(count, whole)
  // Rounding could move an end beyond 0, 1 or the value.
  return { value, rows, count, low: Math.min(Math.max(low, 0), value), high: Math.max(Math.min(high, 1), value) }
}

/** Clopper and Pearson 1934, for small counts of either kind. */
function exactEnds(count: number, rows: number): IntervalEnds {
  if (count > rows - count) {
    const others = exactEnds(rows - count, rows)
    return { low: 1 - others.high, high: 1 - others.low }
  }
  const low = count === 0 ? 0 : shareWith(1 - TAIL, count - 1, rows)
  return { low, high: count === rows ? 1 : shareWith(TAIL, count, rows) }
}

/** Returns the share for which at most `most` of the rows count, with the given probability. */
function shareWith(probability: number, most: number, rows: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (atMost(most, rows, middle) > probability) low = middle
    else high = middle
  }
  return low
}

/** The binomial distribution function. */
function atMost(most: number, rows: number, share: number): number {
  let term = Math.exp(rows * Math.log1p(-share))
  let total = term
  for (let count = 0; count < most; count++) {
    term *= ((rows - count) / (count + 1)) * (share / (1 - share))
    total += term
  }
  return total
}

/** Wilson 1927. */
function wilsonEnds(count: number, rows: number): IntervalEnds {
  const value = count / rows
  const spread = NORMAL ** 2 / rows
  const half = NORMAL * Math.sqrt((value * (1 - value) + spread / 4) / rows)
  return { low: (value + spread / 2 - half) / (1 + spread), high: (value + spread / 2 + half) / (1 + spread) }
}

/** How well a class is separated from the others if a row with a score above the threshold is assigned to it. */
export interface AtThreshold {
  threshold: number
  sensitivity: Share | null
  specificity: Share | null
  ppv: Share | null
  npv: Share | null
}

/**
 * Returns the counts at each threshold of the bins, ascending: 0, where all rows are assigned to the class, the edges,
 * and 1.
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
