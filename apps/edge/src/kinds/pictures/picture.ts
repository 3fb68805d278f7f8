import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/contract'
import { onWhite } from '@tessera/inference/on-white'
import { oneAtATime } from '@tessera/server'
import sharp, { type Sharp } from 'sharp'
import { decodeBmp, sizeOfBmp } from './bmp.ts'
import { formatOf, type PictureFormat } from './picture-format.ts'

export const PICTURE_LIMITS = {
  /**
   * Decoded, a picture of this size takes up to 800 MB. A picture of 60,000 × 60,000 pixels exceeds the limit more than
   * thirty times.
   */
  pixels: 100_000_000,
  /** Maximum side of a JPEG. Some decoders take as long for a line of one pixel as for one of thousands. */
  side: 65_535,
  bytes: 256 * 1024 * 1024,
  /** Pictures above this size are processed one at a time, so that their memory use does not add up. */
  largePixels: 12_000_000,
  largeBytes: 16 * 1024 * 1024,
}
export const THUMBNAIL = { folder: 'small', edge: 100, extension: 'webp' }

// Pictures are processed in parallel, each on one thread, and a cache would not help with the next one.
sharp.concurrency(1)
sharp.cache(false)

/** Colour spaces with 16 bits per channel. */
type Deep = 'grey16' | 'rgb16'

/** Size of a picture in its displayed orientation. */
export interface PictureSize {
  width: number
  height: number
}

/** The file and size of a stored picture. */
export interface StoredPicture extends PictureSize {
  file: string
  bytes: number
  /**
   * Number of pages: frames of an animation, pages of a document, layers of a microscope image. Only the first is read.
   */
  pages: number
}

/** Formats that browsers display as they are. Other formats are converted. */
const BROWSER_EXTENSIONS: Partial<Record<PictureFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' }

const aloneForPixels = oneAtATime()

/**
 * Writes a picture and its thumbnail to `folder`, after checking its format and declared size. `onSize` receives the
 * size before the picture is decoded.
 * Incomplete pictures leave no file behind.
 */
export async function storePicture(
  bytes: Buffer,
  { folder, stem, onSize }: { folder: string; stem: string; onSize: (size: PictureSize) => void },
): Promise<StoredPicture> {
  const format = formatOf(bytes) ?? refusePicture('dataset.picture-bad')
  const { width, height, deep, isOfInks, hasAlpha, pages } = await measure(bytes, format)
  if (width * height > PICTURE_LIMITS.pixels) tooLarge()
  if (Math.max(width, height) > PICTURE_LIMITS.side) {
    refusePicture('dataset.picture-long', { limit: PICTURE_LIMITS.side })
  }
  onSize({ width, height })
  const store = () => writeBoth(bytes, { format, folder, stem, deep, isOfInks, hasAlpha })
  const written = await (width * height > PICTURE_LIMITS.largePixels ? aloneForPixels(store) : store())
  return { ...written, width, height, pages }
}

/** Reads the declared size without decoding. */
async function measure(bytes: Buffer, format: PictureFormat) {
  if (format === 'bmp')
    return {
      ...(sizeOfBmp(bytes) ?? refusePicture('dataset.picture-bad')),
      deep: null,
      isOfInks: false,
      hasAlpha: false,
      pages: 1,
    }
  const { autoOrient, depth, channels, space, hasAlpha, pages = 1 } = await open(bytes).metadata().catch(refuseAs)
  // Converting measured values, such as shares from 0 to 1, to eight bits would make the picture black.
  if (depth !== 'uchar' && depth !== 'ushort') refusePicture('dataset.picture-depth')
  const deep: Deep = channels < 3 ? 'grey16' : 'rgb16'
  return { ...autoOrient, deep: depth === 'ushort' ? deep : null, isOfInks: space === 'cmyk', hasAlpha, pages }
}

async function writeBoth(
  bytes: Buffer,
  of: {
    format: PictureFormat
    folder: string
    stem: string
    deep: Deep | null
    isOfInks: boolean
    hasAlpha: boolean
  },
): Promise<{ file: string; bytes: number }> {
  // Programs differ in the background of transparent pixels and in the conversion of CMYK, so both are fixed here.
  const opaque = of.hasAlpha ? await onWhite(open(bytes, { ignoreIcc: true })).catch(refuseAs) : undefined
  const picture = opaque ? () => opaque.clone() : of.format === 'bmp' ? await decoded(bytes) : () => open(bytes)
  const extension = of.isOfInks || opaque ? undefined : BROWSER_EXTENSIONS[of.format]
  // The thumbnail comes first, because creating it decodes the whole picture.
  const small = await thumbnailOf(picture()).toBuffer().catch(refuseAs)
  const full = extension
    ? bytes
    : await converted(picture(), opaque ? null : of.deep)
        .toBuffer()
        .catch(refuseAs)
  const file = `${of.stem}.${extension ?? 'png'}`
  await writeFile(join(of.folder, file), full, PRIVATELY)
  await writeFile(join(of.folder, THUMBNAIL.folder, `${of.stem}.${THUMBNAIL.extension}`), small, PRIVATELY)
  return { file, bytes: full.length }
}

const PRIVATELY = { mode: 0o600 }

export const thumbnailOf = (picture: Sharp) =>
  picture
    .autoOrient()
    .resize(THUMBNAIL.edge, THUMBNAIL.edge, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75, effort: 0 })

/** Converts a picture to PNG. Sixteen bits per channel are retained, because they may be measurements. */
const converted = (picture: Sharp, deep: Deep | null) =>
  (deep ? picture.toColourspace(deep) : picture).autoOrient().png()

const open = (bytes: Buffer, more: { ignoreIcc?: boolean } = {}) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.pixels, ...more })

async function decoded(bytes: Buffer): Promise<() => Sharp> {
  const { data, raw } = (await decodeBmp(bytes)) ?? refusePicture('dataset.picture-bad')
  return () => sharp(data, { raw, limitInputPixels: PICTURE_LIMITS.pixels })
}

/** Error in a picture, not in the machine. The caller adds the picture's name. */
export class PictureRefused extends AppError {}

export function refusePicture(code: ErrorCode, params: ErrorParams = {}): never {
  throw new PictureRefused(code, params)
}

const tooLarge = () => refusePicture('dataset.picture-wide', { limit: PICTURE_LIMITS.pixels / 1_000_000 })

function refuseAs(error: unknown): never {
  if (error instanceof Error && /pixel limit/i.test(error.message)) tooLarge()
  refusePicture('dataset.picture-bad')
}
