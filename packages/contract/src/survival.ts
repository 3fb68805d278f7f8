import { z } from 'zod'
import { DescribedTable, ShownCount } from './described-table.ts'

const Tested = { chi2: z.number().nonnegative(), freedom: z.number().int().positive(), p: z.number() }

/** The findings of a Cox regression in addition to its coefficients. */
export const SurvivalModel = z.object({
  /** The value of the label that is the event. */
  event: z.string(),
  /** Name of the column with the observation time. */
  time: z.string(),
  events: z.number().int(),
  times: z.array(z.number()),
  /** For each of the times, the share of rows without the event, for a row with average values. */
  baseline: z.array(z.number()),
  /** For each of the times, the maximum distance from the curve that exact times would give. */
  errors: z.array(z.number()),
  /**
   * The test of proportional hazards for each coefficient, and for all coefficients together (`column` null). Undefined
   * if the fit has no maximum.
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
  /** The share of rows without the event after this time, and its 95 % interval. */
  survival: z.number(),
  low: z.number(),
  high: z.number(),
  /** The maximum distance from the share that exact times would give. */
  error: z.number(),
  /** The number of rows still at risk after this time; null if the number would reveal fewer than five rows. */
  atRisk: z.number().int().nullable(),
})
export type CurvePoint = z.infer<typeof CurvePoint>

/**
 * The survival curve of a group. For a group of fewer than five rows, only the fact that it is this small is reported.
 */
export const SurvivalCurve = z.object({
  rows: ShownCount,
  events: ShownCount,
  points: z.array(CurvePoint),
  /**
   * The first of the times at which half of the rows have had the event, with its interval. A bound that was not
   * reached is null.
   */
  median: z
    .object({ value: z.number().optional(), low: z.number().optional(), high: z.number().optional() })
    .optional(),
})
export type SurvivalCurve = z.infer<typeof SurvivalCurve>

/** The result of the Kaplan-Meier estimator: a curve of all rows, and a curve of each group that a column defines. */
export const SurvivalCurves = z.object({
  event: z.string(),
  time: z.string(),
  times: z.array(z.number()),
  all: SurvivalCurve,
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['number', 'category']),
      /** For a numeric column: values up to this one are in the group `low`, larger ones in the group `high`. */
      cut: z.number().optional(),
      groups: z.array(SurvivalCurve.extend({ name: z.string() })),
      logRank: z.object(Tested).optional(),
    }),
  ),
})
export type SurvivalCurves = z.infer<typeof SurvivalCurves>

/** The findings of a run that trains no model. */
export const Findings = z.union([SurvivalCurves, DescribedTable])
export type Findings = z.infer<typeof Findings>

export const areCurves = (findings: Findings): findings is SurvivalCurves => 'times' in findings

/** The findings of a run in the form in which its card contains them. */
export const CardFindings = z
  .looseObject({ table: DescribedTable.optional(), curves: SurvivalCurves.optional() })
  .transform(({ table, curves }) => table ?? curves ?? null)
