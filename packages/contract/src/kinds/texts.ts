import { z } from 'zod'

/** Texts, one per row, as code points. Only the first `longest` are read. */
export const TextsInput = z.object({
  kind: z.literal('texts'),
  /** Name of the graph's input. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(100_000),
})
export type TextsInput = z.infer<typeof TextsInput>
