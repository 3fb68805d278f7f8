import { z } from 'zod'
import { DescribedTable, ShownCount } from './described-table.ts'

const Tested = { chi2: z.number().nonnegative(), freedom: z.number().int().positive(), p: z.number() }

/** The findings of Cox regression beside its coefficients. */
export const SurvivalModel = z.object({
  /** The label's value that is the event. */
  event: z.string(),
  /** The column of times. */
  time: z.string(),
  events: z.number().int(),
  times: z.array(z.number()),
  /** The share of the average row without the event after each of the times. */
  baseline: z.array(z.number()),
  /** The maximum distance from the curve of exact times, at each of the times. */
  errors: z.array(z.number()),
  /**
   * A test of proportional hazards for each coefficient, and for all together (`column` null). Absent if there is no
   * best fit.
   */
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
  /** The share without the event after this time, and its 95 % interval. */
  survival: z.number(),
  low: z.number(),
  high: z.number(),
  /** The maximum distance from the share that exact times give. */
  error: z.number(),
  /** The number of rows still at risk after this time; null if that would reveal fewer than five. */
  atRisk: z.number().int().nullable(),
})
export type CurvePoint = z.infer<typeof CurvePoint>

/** For a group of fewer than five rows, only that fact is reported. */
export const SurvivalCurve = z.object({
  rows: ShownCount,
  events: ShownCount,
  points: z.array(CurvePoint),
  /**
   * The first of the times at which half of the rows have had the event, and its interval, as far as each was reached.
   */
  median: z
    .object({ value: z.number().optional(), low: z.number().optional(), high: z.number().optional() })
    .optional(),
})
export type SurvivalCurve = z.infer<typeof SurvivalCurve>

/** The result of Kaplan-Meier: a curve of all rows, and one of each group that a column defines. */
export const SurvivalCurves = z.object({
  event: z.string(),
  time: z.string(),
  times: z.array(z.number()),
  all: SurvivalCurve,
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['number', 'category']),
      /** For a number: the group `low` is at most this value, and `high` is above it. */
      cut: z.number().optional(),
      groups: z.array(SurvivalCurve.extend({ name: z.string() })),
      logRank: z.object(Tested).optional(),
    }),
  ),
})
export type SurvivalCurves = z.infer<typeof SurvivalCurves>

/** The findings of a run that makes no model. */
export const Findings = z.union([SurvivalCurves, DescribedTable])
export type Findings = z.infer<typeof Findings>

export const areCurves = (findings: Findings): findings is SurvivalCurves => 'times' in findings

/** A run's findings as its card contains them. */
export const CardFindings = z
  .looseObject({ table: DescribedTable.optional(), curves: SurvivalCurves.optional() })
  .transform(({ table, curves }) => table ?? curves ?? null)
