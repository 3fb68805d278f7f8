import { z } from 'zod'

/**
 * The input of a model for texts, one text per row, as code points. The model reads only the first `longest` of them.
 */
export const TextsInput = z.object({
  kind: z.literal('texts'),
  /** Name of the input of the model's ONNX graph. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(100_000),
})
export type TextsInput = z.infer<typeof TextsInput>
