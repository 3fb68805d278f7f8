import { setImmediate as breath } from 'node:timers/promises'
import type { Raw } from 'sharp'

const UNPACKED = 0
const BIT_FIELDS = 3
const RGB = 3
/** Number of pixels after which the decoder pauses so that the process can serve other requests. */
const PIXELS_AT_ONCE = 1_000_000

interface Header {
  width: number
  height: number
  isTopDown: boolean
  bits: number
  start: number
  palette: Buffer
}

/**
 * Decodes a BMP picture, which the library sharp cannot read. Supports uncompressed pictures of 8, 24 and 32 bits, as
 * Windows writes them. Returns undefined if the file is damaged or has another type. Check the declared size with
 * `sizeOfBmp` first.
 */
export async function decodeBmp(bytes: Buffer): Promise<{ data: Buffer; raw: Raw } | undefined> {
  const header = headerOf(bytes)
  if (!header) return undefined
  const { width, height, isTopDown, bits, start, palette } = header
  const step = bits / 8
  const line = Math.ceil((width * step) / 4) * 4
  if (start + line * height > bytes.length) return undefined
  const data = Buffer.allocUnsafe(width * height * RGB)
  const pause = Math.ceil(PIXELS_AT_ONCE / width)
  for (let y = 0; y < height; y += 1) {
    if (y % pause === pause - 1) await breath()
    const from = start + line * (isTopDown ? y : height - 1 - y)
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * RGB
      const at = from + x * step
      const [source, place] = bits === 8 ? [palette, (bytes[at] as number) * 4] : [bytes, at]
      // A BMP file stores the blue channel first.
      data[to] = source[place + 2] ?? 0
      data[to + 1] = source[place + 1] ?? 0
      data[to + 2] = source[place] ?? 0
    }
  }
  return { data, raw: { width, height, channels: RGB } }
}

export function sizeOfBmp(bytes: Buffer): { width: number; height: number } | undefined {
  const header = headerOf(bytes)
  return header && { width: header.width, height: header.height }
}

function headerOf(bytes: Buffer): Header | undefined {
  const headerSize = bytes.readUInt32LE(14)
  const width = bytes.readInt32LE(18)
  const lines = bytes.readInt32LE(22)
  const bits = bytes.readUInt16LE(28)
  const packing = bytes.readUInt32LE(30)
  const isPlain = packing === UNPACKED || (packing === BIT_FIELDS && bits === 32)
  if (headerSize < 40 || width <= 0 || lines === 0 || !isPlain || ![8, 24, 32].includes(bits)) return undefined
  const start = bytes.readUInt32LE(10)
  return {
    width,
    height: Math.abs(lines),
    isTopDown: lines < 0,
    bits,
    start,
    palette: bytes.subarray(14 + headerSize, start),
  }
}
