import { z } from 'zod'

/**
 * A count in the form in which it may be shown. A count below 5 is shown as "<5". If such a small count could be
 * derived from another count, that count is shown as a bound, for example ">96". Null if the count is withheld.
 */
export const ShownCount = z.union([z.number().int().nonnegative(), z.string().regex(/^[<>]\d+$/)]).nullable()
export type ShownCount = z.infer<typeof ShownCount>

/**
 * A quantile. `percent` of the values are at most the true quantile, and the true quantile differs from `value` by at
 * most `error`.
 */
export const Quantile = z.object({ percent: z.number(), value: z.number(), error: z.number().nonnegative() })
export type Quantile = z.infer<typeof Quantile>

/** Description of a column, over all parties' rows. If it has fewer than five numbers, only their count is shown. */
export const DescribedColumn = z.discriminatedUnion('kind', [
  z.object({
    name: z.string(),
    kind: z.literal('number'),
    count: ShownCount,
    missing: ShownCount,
    mean: z.number().optional(),
    deviation: z.number().nonnegative().optional(),
    quantiles: z.array(Quantile).optional(),
  }),
  z.object({
    name: z.string(),
    kind: z.literal('category'),
    categories: z.array(z.object({ name: z.string(), count: ShownCount })),
    /** Number of rows whose category is not in the plan. */
    other: ShownCount,
    missing: ShownCount,
  }),
])
export type DescribedColumn = z.infer<typeof DescribedColumn>

/** The described columns for the rows of one party that has agreed to show them. */
export const OwnTable = z.object({
  partyId: z.string(),
  rows: z.number().int().nonnegative(),
  columns: z.array(DescribedColumn),
})
export type OwnTable = z.infer<typeof OwnTable>

/** The result of a task without a model: a table that describes all parties' rows together. */
export const DescribedTable = z.object({
  rows: z.number().int().nonnegative(),
  columns: z.array(DescribedColumn),
  /** The tables of single parties that agreed to show them. Undefined if no party did. */
  parties: z.array(OwnTable).optional(),
})
export type DescribedTable = z.infer<typeof DescribedTable>
