import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/contract'
import { onWhite } from '@tessera/inference/on-white'
import { oneAtATime } from '@tessera/server'
import sharp, { type Sharp } from 'sharp'
import { decodeBmp, sizeOfBmp } from './bmp.ts'
import { formatOf, type PictureFormat } from './picture-format.ts'

export const PICTURE_LIMITS = {
  /** Unpacked, one of this size takes up to 800 MB: 60,000 × 60,000 would be refused thirty times over. */
  pixels: 100_000_000,
  /** What a JPEG can have at most. Some decoders take as long for a line of one pixel as for one of thousands. */
  side: 65_535,
  bytes: 256 * 1024 * 1024,
  /** From here on one at a time, so that several do not add up. */
  largePixels: 12_000_000,
  largeBytes: 16 * 1024 * 1024,
}
export const THUMBNAIL = { folder: 'small', edge: 100, extension: 'webp' }

// Pictures are done side by side, each on one thread; nothing of one helps with the next.
sharp.concurrency(1)
sharp.cache(false)

/** Sixteen bits a colour. */
type Deep = 'grey16' | 'rgb16'

/** As a picture is seen, turned upright. */
export interface PictureSize {
  width: number
  height: number
}

/** Where a picture was put, and how large it is. */
export interface StoredPicture extends PictureSize {
  file: string
  bytes: number
  /** Of these only the first is read: pictures of an animation, pages of a document, layers of a microscope. */
  pages: number
}

/** Shown by browsers as they are; others are converted. */
const KEPT: Partial<Record<PictureFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' }

const aloneForPixels = oneAtATime()

/**
 * Puts a picture and its thumbnail into `folder`, after looking at what it is and how large it says to be; `onSize` hears
 * that before anything is unpacked. Bytes that are no whole picture leave nothing behind that has a name.
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

/** Without unpacking anything. */
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
  // Of measured numbers, such as shares from 0 to 1, eight bits would make black.
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
  // Each program shows what is transparent on another background, and has its own way to mix four inks: settled here.
  const opaque = of.hasAlpha ? await onWhite(open(bytes, { ignoreIcc: true })).catch(refuseAs) : undefined
  const picture = opaque ? () => opaque.clone() : of.format === 'bmp' ? await decoded(bytes) : () => open(bytes)
  const kept = of.isOfInks || opaque ? undefined : KEPT[of.format]
  // The thumbnail first: it takes reading the picture to its end.
  const small = await thumbnailOf(picture()).toBuffer().catch(refuseAs)
  const full = kept
    ? bytes
    : await converted(picture(), opaque ? null : of.deep)
        .toBuffer()
        .catch(refuseAs)
  const file = `${of.stem}.${kept ?? 'png'}`
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

/** Sixteen bits stay sixteen: where they were measured, they mean something. */
const converted = (picture: Sharp, deep: Deep | null) =>
  (deep ? picture.toColourspace(deep) : picture).autoOrient().png()

const open = (bytes: Buffer, more: { ignoreIcc?: boolean } = {}) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.pixels, ...more })

async function decoded(bytes: Buffer): Promise<() => Sharp> {
  const { data, raw } = (await decodeBmp(bytes)) ?? refusePicture('dataset.picture-bad')
  return () => sharp(data, { raw, limitInputPixels: PICTURE_LIMITS.pixels })
}

/** A picture is at fault, not the machine; which one, whoever reads it knows. */
export class PictureRefused extends AppError {}

export function refusePicture(code: ErrorCode, params: ErrorParams = {}): never {
  throw new PictureRefused(code, params)
}

const tooLarge = () => refusePicture('dataset.picture-wide', { limit: PICTURE_LIMITS.pixels / 1_000_000 })

function refuseAs(error: unknown): never {
  if (error instanceof Error && /pixel limit/i.test(error.message)) tooLarge()
  refusePicture('dataset.picture-bad')
}
