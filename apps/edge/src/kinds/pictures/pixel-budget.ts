import { fail } from '@tessera/contract'

const FROM_PIXELS = 10_000_000_000
/** Maximum number of pixels per byte. Photographs have up to 20 pixels per byte, black-and-white pages up to 1,000. */
const PIXELS_A_BYTE = 2_000

/**
 * Limits the total number of pixels in an archive. A few bytes can encode a huge picture of a single colour, and
 * thousands of such pictures would occupy the edge for hours. The limit applies only to archives with a very large
 * number of pixels.
 */
export function pixelBudget(packedBytes: number): (pixels: number) => void {
  const limit = Math.max(FROM_PIXELS, packedBytes * PIXELS_A_BYTE)
  let total = 0
  return (pixels) => {
    total += pixels
    if (total > limit) fail('dataset.pictures-bomb', { limit: Math.round(limit / 1_000_000) })
  }
}
