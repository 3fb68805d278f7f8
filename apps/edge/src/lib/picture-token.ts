import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PICTURE_TOKEN_MINUTES } from '@tessera/contract'
import { z } from 'zod'

/** The claims of the token in a picture link. */
const Claims = z.object({
  datasetId: z.string(),
  /** Number of the picture in its dataset. The token also opens the picture's thumbnail. */
  number: z.string(),
  /**
   * Hash that identifies the picture's folder when the token was issued; the folder's name is secret. If the dataset
   * was replaced since, the hash differs.
   */
  folderMark: z.string(),
  userId: z.string(),
  /** Id of the session or token with which the user read the row. */
  shown: z.union([z.object({ tokenId: z.string() }), z.object({ sessionId: z.string() })]),
  /** Expiry time in milliseconds since 1970. */
  until: z.number(),
})
export type PictureClaims = Omit<z.infer<typeof Claims>, 'until'>

const PREFIX = 'picture'
const KEPT_MS = PICTURE_TOKEN_MINUTES * 60 * 1_000
/** Key that signs picture tokens. When the process ends, the key is lost and all tokens become invalid. */
const key = randomBytes(32)

/** Issues a token that opens one picture for five minutes. Because it opens nothing else, it may be part of a URL. */
export function makePictureToken(claims: PictureClaims, now: Date): string {
  const content = Buffer.from(JSON.stringify({ ...claims, until: now.getTime() + KEPT_MS })).toString('base64url')
  return [PREFIX, content, signed(content).toString('base64url')].join('.')
}

/** Returns a hash that distinguishes folders without revealing their names. */
export const markOf = (folder: string) => createHash('sha256').update(folder).digest('base64url').slice(0, 16)

/** Returns the claims of a token, or undefined if it is forged, malformed or expired. */
export function readPictureToken(token: string, now: Date): PictureClaims | undefined {
  const [prefix, content = '', signature = '', ...more] = token.split('.')
  const shown = Buffer.from(signature, 'base64url')
  const right = signed(content)
  if (prefix !== PREFIX || more.length > 0 || shown.length !== right.length || !timingSafeEqual(shown, right))
    return undefined
  const { until, ...claims } = Claims.parse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  return now.getTime() < until ? claims : undefined
}

const signed = (content: string) => createHmac('sha256', key).update(content).digest()
