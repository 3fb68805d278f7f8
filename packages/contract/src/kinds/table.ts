import { z } from 'zod'
import { ShownCount } from '../described-table.ts'

/** Where the rows that a model was trained on lie in one of its columns, over all parties. */
export const Seen = z.object({
  /**
   * Of a number: ascending cut points that all parties agreed on. Five rows or more lie below the first and above the
   * last, so that neither is anybody's own value. Empty of a category.
   */
  points: z.array(z.number()),
  /**
   * Rows below the first point, between each two, and above the last: five or more. Of a category: of each, and behind
   * them of the rest (see `restOf`).
   */
  counts: z.array(ShownCount),
  /** Of a number: cut points below and above which no row lies. Absent where the outermost cut points have rows beyond. */
  low: z.number().optional(),
  high: z.number().optional(),
})
export type Seen = z.infer<typeof Seen>

/** A column that a model reads: one input of its ONNX file, as people know it. */
export const InputColumn = z.object({
  name: z.string(),
  column: z.string(),
  kind: z.enum(['number', 'category']),
  categories: z.array(z.string()).optional(),
  /**
   * Places of any other text and of a missing value: behind the categories one for each that training rows had, else
   * that of the category which stands for it. Absent in older models: both have the one place behind the categories.
   */
  rest: z.object({ other: z.number().int().nonnegative(), missing: z.number().int().nonnegative() }).optional(),
  /** It takes no row without a value here; absent where missing values are a case it knows, or may. */
  required: z.boolean().optional(),
  /** Mean over all parties: an example to start from. */
  example: z.union([z.number(), z.string()]).optional(),
  /** Absent in models of before. */
  seen: Seen.optional(),
  /** Of a number: in how many of the rows trained on it is missing. Absent in older models. */
  missing: ShownCount.optional(),
})
export type InputColumn = z.infer<typeof InputColumn>

/** Rows of a table. */
export const TableInput = z.object({ kind: z.literal('table'), columns: z.array(InputColumn) })
export type TableInput = z.infer<typeof TableInput>
