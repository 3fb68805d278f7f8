export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'bmp'

/** File extensions of pictures. The content decides whether a file really is a picture. */
export const PICTURE = /\.(jpe?g|jpep|png|webp|bmp|tiff?|gif)$/i
/**
 * Unsupported picture formats. Files of these formats are reported, because users would miss pictures that are ignored
 * silently.
 */
export const OTHER_PICTURE = /\.(svgz?|pdf|hei[cf]|avif|jp2|jpx|psd|dcm|ico|raw|nef|cr2|dng|exr|hdr)$/i
/** Returns whether a file has the name of a picture, in a supported format or not. */
export const isPicture = (name: string) => PICTURE.test(name) || OTHER_PICTURE.test(name)

const starts = (bytes: Buffer, mark: string, at = 0) => bytes.subarray(at, at + mark.length).toString('latin1') === mark

/**
 * Returns the picture format, judged by the first bytes. Only these formats reach a decoder; formats such as SVG and
 * PDF would need interpreters.
 */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  if (starts(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'webp'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'gif'
  if (starts(bytes, 'II*\0') || starts(bytes, 'MM\0*')) return 'tiff'
  if (starts(bytes, 'BM') && bytes.length > 54) return 'bmp'
  return undefined
}
