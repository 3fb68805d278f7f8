import { z } from 'zod'
import { DescribedTable, ShownCount } from './described-table.ts'

const Tested = { chi2: z.number().nonnegative(), freedom: z.number().int().positive(), p: z.number() }

/** What Cox regression found beside its coefficients. */
export const SurvivalModel = z.object({
  /** The value of the label that is the event. */
  event: z.string(),
  /** The column of times. */
  time: z.string(),
  events: z.number().int(),
  /** Rows of all parties were compared on common times; else each party's with its own. */
  pooled: z.boolean(),
  times: z.array(z.number()),
  /** The share without the event after each of the times, of the average row. */
  baseline: z.array(z.number()),
  /** The largest distance of the curve of exact times at each of the times. Older runs do not report it. */
  errors: z.array(z.number()).optional(),
  /** Whether hazards stay proportional: a test of each coefficient, and of all together (`column` null). Absent where there is no best fit. */
  check: z
    .array(
      z.object({
        column: z.string().nullable(),
        category: z.string().nullable(),
        rest: z.enum(['other', 'missing']).optional(),
        ...Tested,
      }),
    )
    .optional(),
})
export type SurvivalModel = z.infer<typeof SurvivalModel>

export const CurvePoint = z.object({
  time: z.number(),
  /** The share without the event after this time, and between which shares it lies with 95 %. */
  survival: z.number(),
  low: z.number(),
  high: z.number(),
  /** The largest distance of the share that exact times give. Older runs do not report it. */
  error: z.number().optional(),
  /** How many rows are still followed after this time; null where that would tell of fewer than five. */
  atRisk: z.number().int().nullable(),
})
export type CurvePoint = z.infer<typeof CurvePoint>

/** Of a group of fewer than five rows nothing but that is told. */
export const SurvivalCurve = z.object({
  rows: ShownCount,
  events: ShownCount,
  points: z.array(CurvePoint),
  /** The first of the times at which half have had the event, and its interval, as far as each was reached. */
  median: z
    .object({ value: z.number().optional(), low: z.number().optional(), high: z.number().optional() })
    .optional(),
})
export type SurvivalCurve = z.infer<typeof SurvivalCurve>

/** What Kaplan-Meier finds: a curve of all rows, and of each group that a column makes. */
export const SurvivalCurves = z.object({
  event: z.string(),
  time: z.string(),
  times: z.array(z.number()),
  all: SurvivalCurve,
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['number', 'category']),
      /** Of a number: the groups are `low`, not above it, and `high`. */
      cut: z.number().optional(),
      groups: z.array(SurvivalCurve.extend({ name: z.string() })),
      logRank: z.object(Tested).optional(),
    }),
  ),
})
export type SurvivalCurves = z.infer<typeof SurvivalCurves>

/** What a run finds that makes no model. */
export const Findings = z.union([SurvivalCurves, DescribedTable])
export type Findings = z.infer<typeof Findings>

export const areCurves = (findings: Findings): findings is SurvivalCurves => 'times' in findings

/** A run's findings as its card has them. */
export const CardFindings = z
  .looseObject({ table: DescribedTable.optional(), curves: SurvivalCurves.optional() })
  .transform(({ table, curves }) => table ?? curves ?? null)
