import { z } from 'zod'

/** A column that a model reads: one input of its ONNX file, as people know it. */
export const InputColumn = z.object({
  name: z.string(),
  column: z.string(),
  kind: z.enum(['number', 'category']),
  categories: z.array(z.string()).optional(),
  /** Mean over all parties: an example to start from. */
  example: z.union([z.number(), z.string()]).optional(),
})
export type InputColumn = z.infer<typeof InputColumn>

/** Rows of a table. */
export const TableInput = z.object({ kind: z.literal('table'), columns: z.array(InputColumn) })
export type TableInput = z.infer<typeof TableInput>
