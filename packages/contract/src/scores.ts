import { z } from 'zod'
import { isShare } from './metric-names.ts'

/** A score, the number of its rows, and the ends of its 95 % interval; both are null where the rows do not tell. */
export const Interval = z.object({
  value: z.number(),
  rows: z.number().int().nonnegative(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Interval = z.infer<typeof Interval>

/** So many of the rows. */
export const Share = Interval.extend({ low: z.number(), high: z.number(), count: z.number().int().nonnegative() })
export type Share = z.infer<typeof Share>

export interface IntervalEnds {
  low: number
  high: number
}

/**
 * The ends that a screen may show of a score's interval; null where there are none. Older engines reported some that cannot
 * be: beyond what the score can be, or a single point.
 */
export function intervalEnds(metric: string, { rows, low, high, ...found }: Interval): IntervalEnds | null {
  if (low === null || high === null || low === high) return null
  const most = isShare(metric) ? 1 : Number.POSITIVE_INFINITY
  if (high > most || (low < 0 && metric !== 'r2')) return null
  return rows < FEW_ROWS && !('count' in found) ? null : { low, high }
}

/** With fewer rows than this, only shares of rows have an interval, and counts are shown before percentages. */
export const FEW_ROWS = 30

/** Rows that a fit leaves out of one party to be scored on, and as many of all parties that it needs beside them. */
export const FOLD_ROWS = 10

/** Rows of one party that k-means puts together at least, and how many it takes until a fifth of them is a group. */
export const GROUP_ROWS = 5
export const GROUPED_FROM = 23

/** By how much at most the common bins of scores may have moved it. */
const error = z.number().nonnegative()

/** A class against all others, each share null where it is of no rows. */
export const ClassScores = z.object({
  class: z.string(),
  sensitivity: Share.nullable(),
  specificity: Share.nullable(),
  ppv: Share.nullable(),
  npv: Share.nullable(),
})
export type ClassScores = z.infer<typeof ClassScores>

/** Rows by their score for a class: of it and of the others, one count more than there are edges. A score equal to an edge lies below it. */
export const ScoreCurve = z
  .object({
    class: z.string(),
    /** Ascending, one half among them. */
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

/** How well the entities of a kind are found; each share counts entities and is null where it is of none. */
export const EntityScores = z.object({
  type: z.string(),
  precision: Share.nullable(),
  recall: Share.nullable(),
  /** Of as many as there are and are said to be, on average. */
  f1: Share.nullable(),
})
export type EntityScores = z.infer<typeof EntityScores>

/** Boxes, where so few would tell of single ones: null. */
const boxes = z.number().int().nonnegative().nullable()

/** How well the boxes of a class are found, at half an overlap: counts and shares of boxes shown, and of any score. */
export const BoxScores = z.object({
  type: z.string(),
  precision: Share.nullable(),
  recall: Share.nullable(),
  f1: Share.nullable().optional(),
  /** Area below precision by recall; null where the class has no box to be found. */
  ap50: Interval.extend({ error }).nullable(),
  found: boxes,
  missed: boxes,
  falseAlarms: boxes,
  /** Of boxes with at least this score, by rising score: few enough steps that none is of a single box. */
  curve: z.array(z.object({ score: z.number(), precision: z.number(), recall: z.number() })),
})
export type BoxScores = z.infer<typeof BoxScores>

/** What the scored rows themselves can decide: the kept round, a ridge's penalty, how readily each label is said. */
export const ChosenByScores = z.enum(['round', 'penalty', 'shifts'])
export type ChosenByScores = z.infer<typeof ChosenByScores>

/** What a card says of its scores, of all parties' rows that the model had not seen. */
export const Scores = z.object({
  rows: z.number().int().nonnegative(),
  /** What was decided by these very rows, so that the scores tend to be too good; absent where nothing was. */
  chosen: z.array(ChosenByScores).optional(),
  /** With its count, where a score is a share of the rows. */
  metrics: z.record(
    z.string(),
    Interval.extend({ error: error.optional(), count: z.number().int().nonnegative().optional() }),
  ),
  /** In the order of the classes; of a number neither these nor curves. */
  classes: z.array(ClassScores).optional(),
  curves: z.array(ScoreCurve).optional(),
  /** In the order of their kinds. */
  entities: z.array(EntityScores).optional(),
  /** In the order of their classes. */
  boxes: z.array(BoxScores).optional(),
})
export type Scores = z.infer<typeof Scores>

/** Whether what is scored are labels of which a row has any number: classes and curves are then each label's by itself. */
export const areOfLabels = ({ metrics }: Pick<Scores, 'metrics'>): boolean => 'multilabel_accuracy' in metrics

/** Rows by a number, between ascending edges; one count more than edges, the outer bins are open. */
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
 * The share and its 95 % interval, as the engine's `targets/intervals.py` has it: at a threshold that a user moves there is
 * no engine to ask. `rows` may be half a number, as for F1: the interval is then that of the next whole one.
 */
export function shareOf(count: number, rows: number): Share | null {
  if (rows === 0) return null
  const [value, whole] = [count / rows, Math.ceil(rows)]
  const isFew = Math.min(count, whole - count) < FEW_COUNTED
  const { low, high } = (isFew ? exactEnds : wilsonEnds)(count, whole)
  // With rounding an end would pass 0, 1 or the value.
  return { value, rows, count, low: Math.min(Math.max(low, 0), value), high: Math.max(Math.min(high, 1), value) }
}

/** Clopper and Pearson 1934, for few counts or few others. */
function exactEnds(count: number, rows: number): IntervalEnds {
  if (count > rows - count) {
    const others = exactEnds(rows - count, rows)
    return { low: 1 - others.high, high: 1 - others.low }
  }
  const low = count === 0 ? 0 : shareWith(1 - TAIL, count - 1, rows)
  return { low, high: count === rows ? 1 : shareWith(TAIL, count, rows) }
}

/** The share of which at most so few of the rows are, with the given probability. */
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

/** How a class is told from the others if a row is said to be of it from a score above the threshold. */
export interface AtThreshold {
  threshold: number
  sensitivity: Share | null
  specificity: Share | null
  ppv: Share | null
  npv: Share | null
}

/** At each threshold that the bins know, ascending: 0, where all rows are said to be of the class, the edges, and 1. */
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
