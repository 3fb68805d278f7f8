import { setImmediate } from 'node:timers/promises'
import { fail } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import sharp from 'sharp'
import { onWhite } from './on-white.ts'

/** Maximum number of pixels. The header of the file states the number, so it is checked before pixels are read. */
const MAX_PIXELS = 100_000_000
const COLOURS = 3
/** Number of pixels that are summed before the process can serve other requests. */
const STRIP = 1_000_000

export interface Pixels {
  height: number
  width: number
  /** Red, green and blue of each pixel, in rows. */
  data: Uint8Array
}

/**
 * Returns whether a decoder may read the file. Other formats are refused: training does not read them, and some
 * decoders contain interpreters.
 */
function isReadable(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1')
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP')
  return isWebp || text.startsWith('\u00ff\u00d8\u00ff') || text.startsWith('\u0089PNG\r\n')
}

/** Pictures are decoded one at a time, because a large picture needs as much memory as a thousand small ones. */
const alone = oneAtATime()

/**
 * Returns a picture as training reads it (`engine/engine/data/pictures.py`): upright, in the file's own three 8-bit
 * colours, with white instead of transparent pixels. If a side is longer than `longest` pixels, each pixel becomes the
 * mean of a k x k square, rounded half up.
 */
export function pixelsOf(file: Uint8Array, longest: number): Promise<Pixels> {
  if (!isReadable(file)) fail('inference.picture-unreadable')
  return alone(async () => {
    const pixels = await decoded(file).catch(() => fail('inference.picture-unreadable'))
    const factor = Math.ceil(Math.max(pixels.height, pixels.width) / longest)
    return factor > 1 ? drawnAt(pixels, factor) : pixels
  })
}

/**
 * Returns a small upright picture for display: JPEG if the file is JPEG, otherwise PNG. It contains no other data of
 * the file, such as metadata.
 */
export async function smallPicture(file: Uint8Array): Promise<Buffer> {
  if (!isReadable(file)) fail('inference.picture-unreadable')
  return alone(async () => {
    const { upright, isJpeg } = await opened(file)
    const small = upright.resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true })
    return (isJpeg ? small.jpeg() : small.png()).toBuffer()
  }).catch(() => fail('inference.picture-unreadable'))
}

/** Maximum length of each side in pixels. */
const SMALL = 512

async function opened(file: Uint8Array) {
  const picture = sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS, ignoreIcc: true })
  const { space, format, hasAlpha } = await picture.metadata()
  // CMYK pictures are refused, because programs differ in how they convert CMYK to RGB.
  if (space === 'cmyk') throw new Error('CMYK picture')
  const opaque = hasAlpha ? await onWhite(picture.clone()) : undefined
  const upright = opaque ?? picture.autoOrient().removeAlpha().toColourspace('srgb')
  return { upright, isJpeg: format === 'jpeg' }
}

async function decoded(file: Uint8Array): Promise<Pixels> {
  const { upright } = await opened(file)
  const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  if (info.channels !== COLOURS) throw new Error('unexpected number of channels')
  return { height: info.height, width: info.width, data }
}

/** Returns the picture shrunk by `factor`. Squares are cropped at the right and lower edge. */
export async function drawnAt({ height, width, data }: Pixels, factor: number): Promise<Pixels> {
  const small = { height: Math.ceil(height / factor), width: Math.ceil(width / factor) }
  const drawn = new Uint8Array(small.height * small.width * COLOURS)
  const sums = new Uint32Array(small.width * COLOURS)
  const linesAtOnce = Math.max(1, Math.floor(STRIP / (width * factor)))
  for (let line = 0; line < small.height; line += 1) {
    if (line % linesAtOnce === 0) await setImmediate()
    const top = line * factor
    const tall = Math.min(factor, height - top)
    sums.fill(0)
    for (let row = top; row < top + tall; row += 1) {
      addRow(sums, data.subarray(row * width * COLOURS, (row + 1) * width * COLOURS), factor)
    }
    for (let at = 0; at < sums.length; at += 1) {
      const count = tall * Math.min(factor, width - Math.floor(at / COLOURS) * factor)
      drawn[line * sums.length + at] = Math.floor(((sums[at] as number) + Math.floor(count / 2)) / count)
    }
  }
  return { ...small, data: drawn }
}

/** Adds each pixel of a row to the sum of its square. */
function addRow(sums: Uint32Array, row: Uint8Array, factor: number) {
  const square = factor * COLOURS
  for (let left = 0, to = 0; left < row.length; left += square, to += COLOURS) {
    const right = Math.min(left + square, row.length)
    let [red, green, blue] = [0, 0, 0]
    for (let from = left; from < right; from += COLOURS) {
      red += row[from] as number
      green += row[from + 1] as number
      blue += row[from + 2] as number
    }
    sums[to] = (sums[to] as number) + red
    sums[to + 1] = (sums[to + 1] as number) + green
    sums[to + 2] = (sums[to + 2] as number) + blue
  }
}
