import { z } from 'zod'

/**
 * A count as it can be shown. A count below 5 is shown as "<5", and a count from which such a count follows as ">96".
 * Null if the count is withheld.
 */
export const ShownCount = z.union([z.number().int().nonnegative(), z.string().regex(/^[<>]\d+$/)]).nullable()
export type ShownCount = z.infer<typeof ShownCount>

/** A quantile: `percent` of the values are at most the true quantile, which differs from `value` by at most `error`. */
export const Quantile = z.object({ percent: z.number(), value: z.number(), error: z.number().nonnegative() })
export type Quantile = z.infer<typeof Quantile>

/** A column over all parties' rows. For fewer than five numbers only their count is shown. */
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
    /** Rows with categories that the plan does not name. */
    other: ShownCount,
    missing: ShownCount,
  }),
])
export type DescribedColumn = z.infer<typeof DescribedColumn>

/** The same columns for the rows of one party that agreed to show them. */
export const OwnTable = z.object({
  partyId: z.string(),
  rows: z.number().int().nonnegative(),
  columns: z.array(DescribedColumn),
})
export type OwnTable = z.infer<typeof OwnTable>

/** The result of a task without a model: a table about all rows together. */
export const DescribedTable = z.object({
  rows: z.number().int().nonnegative(),
  columns: z.array(DescribedColumn),
  /** Absent if no party shows its own table. */
  parties: z.array(OwnTable).optional(),
})
export type DescribedTable = z.infer<typeof DescribedTable>
