import sharp, { type Sharp } from 'sharp'

/**
 * Colour behind transparent pixels, as in `engine/engine/data/pictures.py`. Paper, slides and most viewers are white.
 */
const BACKGROUND = '#ffffff'
const WITH_ALPHA = 4
const OPAQUE = 255

/**
 * Returns a picture on a white background in three 8-bit colours, or undefined if no pixel is transparent. As in
 * training, 16 bits are reduced to 8 first, so that both compute with the same whole numbers.
 */
export async function onWhite(picture: Sharp): Promise<Sharp | undefined> {
  const upright = picture.autoOrient().toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' })
  const { data, info } = await upright.toBuffer({ resolveWithObject: true })
  if (info.channels !== WITH_ALPHA) throw new Error('unexpected number of channels')
  if (isOpaque(data)) return undefined
  const raw = { width: info.width, height: info.height, channels: WITH_ALPHA } as const
  return sharp(data, { raw, limitInputPixels: false }).flatten({ background: BACKGROUND })
}

function isOpaque(data: Uint8Array): boolean {
  for (let at = WITH_ALPHA - 1; at < data.length; at += WITH_ALPHA) if (data[at] !== OPAQUE) return false
  return true
}
