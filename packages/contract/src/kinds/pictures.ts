import { z } from 'zod'

/** File extensions of pictures to predict. `.jpep` is a misspelling that some older programs write. */
export const PICTURE_ENDINGS = ['.jpg', '.jpeg', '.jpep', '.png', '.webp'] as const

/**
 * The input of a model for pictures, one picture per row. No side may have more than `longest` pixels; the ONNX graph
 * resizes pictures to `side` x `side`.
 */
export const PicturesInput = z.object({
  kind: z.literal('pictures'),
  /** Name of the input of the model's ONNX graph. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(4_096),
  side: z.number().int().positive().max(4_096),
})
export type PicturesInput = z.infer<typeof PicturesInput>
