import { z } from 'zod'
import { ShownCount } from '../described-table.ts'

/** The distribution of the training rows in one column of a model, over all parties. */
export const Seen = z.object({
  /**
   * For a number: ascending cut points on which all parties agreed. At least five rows are below the first point and
   * above the last, so that neither point is the value of a single person. Empty for a category.
   */
  points: z.array(z.number()),
  /**
   * For a number: rows below the first cut point, between each two points, and above the last: five or more each. For a
   * category: rows of each category, then of the remaining positions (see `restOf`).
   */
  counts: z.array(ShownCount),
  /**
   * For a number: the points below and above which there are no rows. Undefined if there are rows beyond the outermost
   * cut points.
   */
  low: z.number().optional(),
  high: z.number().optional(),
})
export type Seen = z.infer<typeof Seen>

/** A column that a model reads. It is one input of the model's ONNX file, under its readable name. */
export const InputColumn = z.object({
  name: z.string(),
  column: z.string(),
  kind: z.enum(['number', 'category']),
  categories: z.array(z.string()).optional(),
  /**
   * Positions of other texts and of missing values. If training rows contained them, the position comes after the
   * categories; otherwise it is the position of the category that represents them. If undefined, both use the single
   * position after the categories.
   */
  rest: z.object({ other: z.number().int().nonnegative(), missing: z.number().int().nonnegative() }).optional(),
  /**
   * Whether a row must have a value in this column. Undefined if the model handles missing values, or may handle them.
   */
  required: z.boolean().optional(),
  /** Mean over all parties, which a form shows as the initial example. */
  example: z.union([z.number(), z.string()]).optional(),
  seen: Seen.optional(),
  /** For a number: the number of training rows in which the value is missing. */
  missing: ShownCount.optional(),
})
export type InputColumn = z.infer<typeof InputColumn>

/** The input of a model for tables, one row of the table per row. */
export const TableInput = z.object({ kind: z.literal('table'), columns: z.array(InputColumn) })
export type TableInput = z.infer<typeof TableInput>
