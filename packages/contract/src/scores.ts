import { z } from 'zod'

/** A score of so many rows, and between what it lies with 95 %. */
export const Interval = z.object({
  value: z.number(),
  rows: z.number().int().nonnegative(),
  low: z.number(),
  high: z.number(),
})
export type Interval = z.infer<typeof Interval>

/** So many of the rows. */
export const Share = Interval.extend({ count: z.number().int().nonnegative() })
export type Share = z.infer<typeof Share>

/** Of fewer rows than this a percentage says more than is known: the counts stand first. */
export const FEW_ROWS = 30

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

/** What a card says of its scores, of all parties' rows that the model had not seen. */
export const Scores = z.object({
  rows: z.number().int().nonnegative(),
  metrics: z.record(z.string(), Interval.extend({ error: error.optional() })),
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

/** Wilson 1927, as the engine's `targets/intervals.py`: at a threshold that somebody moves there is no engine to ask. */
export function shareOf(count: number, rows: number): Share | null {
  if (rows === 0) return null
  const value = count / rows
  const spread = NORMAL ** 2 / rows
  const half = NORMAL * Math.sqrt((value * (1 - value) + spread / 4) / rows)
  const ends = [value + spread / 2 - half, value + spread / 2 + half].map((end) => end / (1 + spread))
  // With rounding the ends would pass none and all.
  const [low = 0, high = 1] = ends
  return { value, rows, count, low: Math.min(Math.max(low, 0), value), high: Math.max(Math.min(high, 1), value) }
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
