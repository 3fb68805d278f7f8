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
   * A picture with this many pixels takes up to 800 MB when decoded. A picture of 60,000 × 60,000 pixels exceeds this
   * limit by a factor of 36.
   */
  pixels: 100_000_000,
  /**
   * Maximum length of a JPEG picture's side. The limit applies to all formats, because some decoders take as long for
   * one row of pixels as for thousands of rows.
   */
  side: 65_535,
  bytes: 256 * 1024 * 1024,
  /** Pictures with more pixels than this are processed one at a time to limit memory use. */
  largePixels: 12_000_000,
  largeBytes: 16 * 1024 * 1024,
}
export const THUMBNAIL = { folder: 'small', edge: 100, extension: 'webp' }

// sharp may use one thread per picture, because several pictures are processed in parallel, and no cache, because each
// picture is processed only once.
sharp.concurrency(1)
sharp.cache(false)

/** Colour spaces with 16 bits per channel. */
type Deep = 'grey16' | 'rgb16'

/** Size of a picture in the orientation in which it is displayed. */
export interface PictureSize {
  width: number
  height: number
}

/** The file and size of a stored picture. */
export interface StoredPicture extends PictureSize {
  file: string
  bytes: number
  /**
   * Number of pages: frames of an animation, pages of a document or layers of a microscope image. Only the first page
   * is read.
   */
  pages: number
}

/** File extensions of formats that browsers display. Pictures of other formats are converted. */
const BROWSER_EXTENSIONS: Partial<Record<PictureFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' }

const aloneForPixels = oneAtATime()

/**
 * Writes a picture and its thumbnail to `folder` after checking its format and declared size. `onSize` receives the
 * size before the picture is decoded. If an error occurs, no file remains.
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

/** Reads the declared size of a picture without decoding the picture. */
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
  // A picture with such values contains measurements, for example from 0 to 1. Converting them to eight bits would make
  // it black.
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
  // Programs differ in how they draw transparent pixels and convert CMYK, so both conversions are done here.
  const opaque = of.hasAlpha ? await onWhite(open(bytes, { ignoreIcc: true })).catch(refuseAs) : undefined
  const picture = opaque ? () => opaque.clone() : of.format === 'bmp' ? await decoded(bytes) : () => open(bytes)
  const extension = of.isOfInks || opaque ? undefined : BROWSER_EXTENSIONS[of.format]
  // The thumbnail is created first, because this decodes the whole picture and so detects damage.
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

/** Converts a picture to PNG. Pictures with 16 bits per channel keep them, because the values may be measurements. */
const converted = (picture: Sharp, deep: Deep | null) =>
  (deep ? picture.toColourspace(deep) : picture).autoOrient().png()

const open = (bytes: Buffer, more: { ignoreIcc?: boolean } = {}) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.pixels, ...more })

async function decoded(bytes: Buffer): Promise<() => Sharp> {
  const { data, raw } = (await decodeBmp(bytes)) ?? refusePicture('dataset.picture-bad')
  return () => sharp(data, { raw, limitInputPixels: PICTURE_LIMITS.pixels })
}

/** Error in a picture, not in the machine. The caller adds the name of the picture file. */
export class PictureRefused extends AppError {}

export function refusePicture(code: ErrorCode, params: ErrorParams = {}): never {
  throw new PictureRefused(code, params)
}

const tooLarge = () => refusePicture('dataset.picture-wide', { limit: PICTURE_LIMITS.pixels / 1_000_000 })

function refuseAs(error: unknown): never {
  if (error instanceof Error && /pixel limit/i.test(error.message)) tooLarge()
  refusePicture('dataset.picture-bad')
}
