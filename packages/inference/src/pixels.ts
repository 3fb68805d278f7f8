import { setImmediate } from 'node:timers/promises'
import { fail } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import sharp from 'sharp'

/** Of a file, which says how many before any of them is read. */
const MOST_PIXELS = 100_000_000
const COLOURS = 3
/** Of pixels that are added up before others may have their turn. */
const STRIP = 1_000_000

export interface Pixels {
  height: number
  width: number
  /** Red, green and blue of each, row by row. */
  data: Uint8Array
}

/** Nothing else reaches a decoder: others would read more formats than training does, and bring interpreters. */
function isReadable(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1')
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP')
  return isWebp || text.startsWith('\u00ff\u00d8\u00ff') || text.startsWith('\u0089PNG\r\n')
}

/** A large one takes as much memory as a thousand others. */
const alone = oneAtATime()

/**
 * A picture as training read it (`engine/engine/data/pictures.py`): upright, in three colours of eight bits as they stand in
 * the file, and no side longer than so many pixels: else each is the mean of a square of k x k, rounded half up.
 */
export function pixelsOf(file: Uint8Array, longest: number): Promise<Pixels> {
  if (!isReadable(file)) fail('inference.picture-unreadable')
  return alone(async () => {
    const pixels = await decoded(file).catch(() => fail('inference.picture-unreadable'))
    const factor = Math.ceil(Math.max(pixels.height, pixels.width) / longest)
    return factor > 1 ? drawnAt(pixels, factor) : pixels
  })
}

/** The picture for people: upright and small, as JPEG where it was one, else as PNG. Nothing else of its file is in it. */
export async function smallPicture(file: Uint8Array): Promise<Buffer> {
  if (!isReadable(file)) fail('inference.picture-unreadable')
  return alone(async () => {
    const { upright, isJpeg } = await opened(file)
    const small = upright.resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true })
    return (isJpeg ? small.jpeg() : small.png()).toBuffer()
  }).catch(() => fail('inference.picture-unreadable'))
}

/** Of each side. */
const SMALL = 512

async function opened(file: Uint8Array) {
  const picture = sharp(file, { failOn: 'error', limitInputPixels: MOST_PIXELS, ignoreIcc: true })
  const { space, format } = await picture.metadata()
  // Four inks are mixed in another way by every program.
  if (space === 'cmyk') throw new Error('four inks')
  return { upright: picture.autoOrient().removeAlpha().toColourspace('srgb'), isJpeg: format === 'jpeg' }
}

async function decoded(file: Uint8Array): Promise<Pixels> {
  const { upright } = await opened(file)
  const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  if (info.channels !== COLOURS) throw new Error('other colours')
  return { height: info.height, width: info.width, data }
}

/** At one part in `factor` of the size; at the right and lower edge a square is what is left of one. */
export async function drawnAt({ height, width, data }: Pixels, factor: number): Promise<Pixels> {
  const small = { height: Math.ceil(height / factor), width: Math.ceil(width / factor) }
  const sums = new Uint32Array(small.height * small.width * COLOURS)
  const rows = Math.max(1, Math.floor(STRIP / width))
  for (let top = 0; top < height; top += rows) {
    for (let row = top; row < Math.min(top + rows, height); row += 1) {
      const start = Math.floor(row / factor) * small.width
      for (let column = 0; column < width; column += 1) {
        const from = (row * width + column) * COLOURS
        const to = (start + Math.floor(column / factor)) * COLOURS
        for (let colour = 0; colour < COLOURS; colour += 1) {
          sums[to + colour] = (sums[to + colour] as number) + (data[from + colour] as number)
        }
      }
    }
    await setImmediate()
  }
  const mean = (sum: number, at: number) => {
    const pixel = Math.floor(at / COLOURS)
    const tall = Math.min(factor, height - Math.floor(pixel / small.width) * factor)
    const wide = Math.min(factor, width - (pixel % small.width) * factor)
    return Math.floor((sum + Math.floor((tall * wide) / 2)) / (tall * wide))
  }
  return { ...small, data: Uint8Array.from(sums, mean) }
}
