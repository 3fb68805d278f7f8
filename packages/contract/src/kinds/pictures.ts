import { z } from 'zod'
import type { ContentType } from '../dataset.ts'

/** The column of a granted picture, and of one to be told: its file. No label is called so. */
export const PICTURE_COLUMN = 'file'

/** Rows of pictures, with classes or with boxes: they are read as they stand, and nobody chooses columns of them. */
export const isOfPictures = (contentType: ContentType): boolean => contentType === 'vision' || contentType === 'yolo'

/** How files of pictures to be told may be called; `.jpep` is what some older programs write. */
export const PICTURE_ENDINGS = ['.jpg', '.jpeg', '.jpep', '.png', '.webp'] as const

/** Pictures, one a row: pixels go in, of which no side has more than `longest`; the graph draws them at `side` x `side`. */
export const PicturesInput = z.object({
  kind: z.literal('pictures'),
  /** Of the graph's input. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(4_096),
  side: z.number().int().positive().max(4_096),
})
export type PicturesInput = z.infer<typeof PicturesInput>
