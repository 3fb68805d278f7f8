import { AppError, fail } from '@tessera/contract'
import sharp from 'sharp'
import type { PictureType } from '../../lib/pictures.ts'

/** Beyond this a picture of a few kilobytes could unfold into all the memory there is. */
const MOST_MEGAPIXELS = 50
const SIDE = 512
const PATIENCE_SECONDS = 10

// Pictures are seldom and small: they keep no memory and take one thread each.
sharp.cache(false)
sharp.concurrency(1)

/** By what the file holds, not by what it is called. */
export function pictureTypeOf(content: Uint8Array): PictureType | undefined {
  const starts = (bytes: number[], at = 0) => bytes.every((byte, i) => content[at + i] === byte)
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts([0xff, 0xd8, 0xff])) return 'jpg'
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return undefined
}

/**
 * The picture drawn anew: its first frame, upright, at most 512 pixels wide and high. Nothing else of the file is kept,
 * neither where it was taken nor what somebody put behind the picture.
 */
export async function redrawPicture(content: Uint8Array): Promise<Buffer> {
  if (!pictureTypeOf(content)) fail('file.not-picture')
  try {
    return await sharp(content, { failOn: 'error', limitInputPixels: MOST_MEGAPIXELS * 1e6, pages: 1 })
      .timeout({ seconds: PATIENCE_SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
  } catch (error) {
    // The library has no codes; this sentence of its own is tested.
    const isTooWide = error instanceof Error && error.message.includes('pixel limit')
    throw isTooWide
      ? new AppError('file.picture-too-wide', { limit: MOST_MEGAPIXELS })
      : new AppError('file.picture-broken')
  }
}
