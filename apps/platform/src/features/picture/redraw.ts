import { AppError, fail } from '@tessera/contract'
import sharp from 'sharp'
import type { PictureType } from '../../lib/pictures.ts'

/** Maximum decoded size, because a picture of a few kilobytes could otherwise use all memory. */
const MAX_MEGAPIXELS = 50
const SIDE = 512
const PATIENCE_SECONDS = 10

// Users rarely upload pictures, and the pictures are small, so sharp needs no cache and only one thread.
sharp.cache(false)
sharp.concurrency(1)

/** Detects the picture's type from the file's content, not from the file's name. */
export function pictureTypeOf(content: Uint8Array): PictureType | undefined {
  const starts = (bytes: number[], at = 0) => bytes.every((byte, i) => content[at + i] === byte)
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts([0xff, 0xd8, 0xff])) return 'jpg'
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return undefined
}

/**
 * Redraws the picture: its first frame, upright, at most 512 pixels wide and high. All other data in the file is
 * dropped, such as the place where the picture was taken or data appended to it.
 */
export async function redrawPicture(content: Uint8Array): Promise<Buffer> {
  if (!pictureTypeOf(content)) fail('file.not-picture')
  try {
    return await sharp(content, { failOn: 'error', limitInputPixels: MAX_MEGAPIXELS * 1e6, pages: 1 })
      .timeout({ seconds: PATIENCE_SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
  } catch (error) {
    // The error is recognised by this part of its message, because the library has no error codes. A test checks the
    // message.
    const isTooWide = error instanceof Error && error.message.includes('pixel limit')
    throw isTooWide
      ? new AppError('file.picture-too-wide', { limit: MAX_MEGAPIXELS })
      : new AppError('file.picture-broken')
  }
}
