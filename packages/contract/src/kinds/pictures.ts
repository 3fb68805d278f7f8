import { z } from 'zod'
import type { ContentType } from '../dataset.ts'

/** The column of a granted picture, and of one to predict: its file. No label can have this name. */
export const PICTURE_COLUMN = 'file'

/**
 * Returns whether rows are pictures, with classes or with boxes. Pictures are read as they are, and members do not
 * choose columns.
 */
export const isOfPictures = (contentType: ContentType): boolean => contentType === 'vision' || contentType === 'yolo'

/** File extensions of pictures to predict. Some older programs write `.jpep`. */
export const PICTURE_ENDINGS = ['.jpg', '.jpeg', '.jpep', '.png', '.webp'] as const

/** Pictures, one per row. No side has more than `longest` pixels; the graph resizes them to `side` x `side`. */
export const PicturesInput = z.object({
  kind: z.literal('pictures'),
  /** Name of the graph's input. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(4_096),
  side: z.number().int().positive().max(4_096),
})
export type PicturesInput = z.infer<typeof PicturesInput>
