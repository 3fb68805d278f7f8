import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PICTURE_TOKEN_MINUTES } from '@tessera/contract'
import { z } from 'zod'

/** What a link to a picture is good for. */
const Claims = z.object({
  datasetId: z.string(),
  /** The picture's number in its dataset; its thumbnail goes with it. */
  number: z.string(),
  /** Of the folder it lay in when this was made out, which nobody is told: a dataset that was replaced since has another. */
  folderMark: z.string(),
  userId: z.string(),
  /** What its row was read with. */
  shown: z.union([z.object({ tokenId: z.string() }), z.object({ sessionId: z.string() })]),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type PictureClaims = Omit<z.infer<typeof Claims>, 'until'>

const PREFIX = 'picture'
const KEPT_MS = PICTURE_TOKEN_MINUTES * 60 * 1_000
/** Gone with the process: so are all links. */
const key = randomBytes(32)

/** Opens one picture for five minutes: it may stand in an address, unlike a token that opens more. */
export function makePictureToken(claims: PictureClaims, now: Date): string {
  const content = Buffer.from(JSON.stringify({ ...claims, until: now.getTime() + KEPT_MS })).toString('base64url')
  return [PREFIX, content, signed(content).toString('base64url')].join('.')
}

/** Tells one folder from another without naming either. */
export const markOf = (folder: string) => createHash('sha256').update(folder).digest('base64url').slice(0, 16)

/** What a token of ours says; undefined where it is none, or is over. */
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
