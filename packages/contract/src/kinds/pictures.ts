import { z } from 'zod'
import type { ContentType } from '../dataset.ts'

/** The column with a picture's file, for granted pictures and for pictures to predict. No label can have this name. */
export const PICTURE_COLUMN = 'file'

/**
 * Returns whether rows are pictures, with classes or with boxes. A picture is read as a whole, so members do not choose
 * columns.
 */
export const isOfPictures = (contentType: ContentType): boolean => contentType === 'vision' || contentType === 'yolo'

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
