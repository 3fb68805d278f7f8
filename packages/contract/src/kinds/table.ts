import { z } from 'zod'
import { ShownCount } from '../described-table.ts'

/** The distribution of the training rows in one column of a model, over all parties. */
export const Seen = z.object({
  /**
   * For a number: ascending cut points that all parties agreed on. At least five rows are below the first and above the
   * last, so that neither is a single person's value. Empty for a category.
   */
  points: z.array(z.number()),
  /**
   * Rows below the first point, between each two, and above the last: five or more each. For a category: rows of each
   * category, followed by the rest (see `restOf`).
   */
  counts: z.array(ShownCount),
  /**
   * For a number: points below and above which there are no rows. Absent if there are rows beyond the outermost cut
   * points.
   */
  low: z.number().optional(),
  high: z.number().optional(),
})
export type Seen = z.infer<typeof Seen>

/** A column that a model reads: one input of its ONNX file, under its readable name. */
export const InputColumn = z.object({
  name: z.string(),
  column: z.string(),
  kind: z.enum(['number', 'category']),
  categories: z.array(z.string()).optional(),
  /**
   * Places of other texts and of missing values. If training rows had any, the place is behind the categories;
   * otherwise it is the place of the category that represents them. If absent, both have the one place behind the
   * categories.
   */
  rest: z.object({ other: z.number().int().nonnegative(), missing: z.number().int().nonnegative() }).optional(),
  /** Whether a row needs a value here. Absent if the model handles missing values, or may handle them. */
  required: z.boolean().optional(),
  /** Mean over all parties, as an initial example. */
  example: z.union([z.number(), z.string()]).optional(),
  seen: Seen.optional(),
  /** For a number: in how many training rows it is missing. */
  missing: ShownCount.optional(),
})
export type InputColumn = z.infer<typeof InputColumn>

/** Rows of a table. */
export const TableInput = z.object({ kind: z.literal('table'), columns: z.array(InputColumn) })
export type TableInput = z.infer<typeof TableInput>
