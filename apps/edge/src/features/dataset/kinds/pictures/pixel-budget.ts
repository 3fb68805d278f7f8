import { fail } from '@tessera/contract'

const FROM_PIXELS = 10_000_000_000
/** Photographs have up to 20, pages of black and white up to 1,000. */
const PIXELS_A_BYTE = 2_000

/**
 * Counts what the pictures of an archive come to. A few bytes can stand for a picture of one colour as large as any: thousands
 * of those would keep the edge busy for hours. Only archives of very many pixels are asked.
 */
export function pixelBudget(packedBytes: number): (pixels: number) => void {
  const limit = Math.max(FROM_PIXELS, packedBytes * PIXELS_A_BYTE)
  let total = 0
  return (pixels) => {
    total += pixels
    if (total > limit) fail('dataset.pictures-bomb', { limit: Math.round(limit / 1_000_000) })
  }
}
