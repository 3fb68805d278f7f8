import { z } from 'zod'

/** Texts, one a row: code points go in, and behind `longest` of them nothing is read. */
export const TextsInput = z.object({
  kind: z.literal('texts'),
  /** Of the graph's input. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(100_000),
})
export type TextsInput = z.infer<typeof TextsInput>
