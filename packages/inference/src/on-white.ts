import sharp, { type Sharp } from 'sharp'

/** Behind what is transparent, as in `engine/engine/data/pictures.py`; paper, slides and most viewers are white. */
const BACKGROUND = '#ffffff'
const WITH_ALPHA = 4
const OPAQUE = 255

/**
 * A picture on white, in three colours of eight bits; undefined where nothing of it is transparent. Sixteen bits are cut to
 * eight first, as training does: then both calculate with the same whole numbers.
 */
export async function onWhite(picture: Sharp): Promise<Sharp | undefined> {
  const upright = picture.autoOrient().toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' })
  const { data, info } = await upright.toBuffer({ resolveWithObject: true })
  if (info.channels !== WITH_ALPHA) throw new Error('other colours')
  if (isOpaque(data)) return undefined
  const raw = { width: info.width, height: info.height, channels: WITH_ALPHA } as const
  return sharp(data, { raw, limitInputPixels: false }).flatten({ background: BACKGROUND })
}

function isOpaque(data: Uint8Array): boolean {
  for (let at = WITH_ALPHA - 1; at < data.length; at += WITH_ALPHA) if (data[at] !== OPAQUE) return false
  return true
}
