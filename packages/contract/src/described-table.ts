import { z } from 'zod'

/** A count as it may be shown: none below five ("<5"), nor one from which such a one follows (">96"); null: not told at all. */
export const ShownCount = z.union([z.number().int().nonnegative(), z.string().regex(/^[<>]\d+$/)]).nullable()
export type ShownCount = z.infer<typeof ShownCount>

/** So many percent of the values are not above it; it is at most `error` away from `value`. */
export const Quantile = z.object({ percent: z.number(), value: z.number(), error: z.number().nonnegative() })
export type Quantile = z.infer<typeof Quantile>

/** A column over all parties' rows. Of fewer than five numbers nothing but their count is told. */
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
    /** Rows of categories that the plan does not name. */
    other: ShownCount,
    missing: ShownCount,
  }),
])
export type DescribedColumn = z.infer<typeof DescribedColumn>

/** The same columns of the rows of one party, which agreed to have them shown. */
export const OwnTable = z.object({
  partyId: z.string(),
  rows: z.number().int().nonnegative(),
  columns: z.array(DescribedColumn),
})
export type OwnTable = z.infer<typeof OwnTable>

/** What a task without a model finds: a table about all rows together. */
export const DescribedTable = z.object({
  rows: z.number().int().nonnegative(),
  columns: z.array(DescribedColumn),
  /** Absent where no party's own is told. */
  parties: z.array(OwnTable).optional(),
})
export type DescribedTable = z.infer<typeof DescribedTable>
