import { isLoopback } from '@tessera/server'
import { and, eq, lt } from 'drizzle-orm'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { captchas } from './table.ts'

const LIFE_MS = 5 * MINUTE_MS
/** Twice the density of a standard screen, so that the captcha is sharp on dense displays. */
const DOTS_PER_INCH = 144
const SIZE = { width: 300, height: 100 }

/** Draws a captcha for this key and stores its answer. The previous captcha of the key becomes void. */
export async function drawCaptcha({ db, clock }: Pick<Deps, 'db' | 'clock'>, address: string, key: string) {
  const { text, data } = svgCaptcha.create({
    size: 4,
    noise: 3,
    ignoreChars: '0oO1iIlLgGqQ92zZ5sS6b8B',
  })
  const answer = text.toLowerCase()
  const expiryTime = after(clock.now(), LIFE_MS)
  await db.delete(captchas).where(lt(captchas.expiryTime, clock.now()))
  await db
    .insert(captchas)
    .values({ address, key, answer, expiryTime })
    .onConflictDoUpdate({ target: [captchas.address, captchas.key], set: { answer, expiryTime } })
  return `data:image/png;base64,${(await rasterOf(data)).toString('base64')}`
}

/** Rasterises the SVG and adds noise, because a program could read the SVG's outlines directly. */
async function rasterOf(svg: string): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 200, sigma: 70 }
  const coarse = { width: SIZE.width / 2, height: SIZE.height / 2, channels: 3 as const, background: '#000', noise }
  // The image stays small, because noise does not compress: one noise dot per pixel of a standard display, and few
  // colours.
  const grain = await sharp({ create: coarse })
    .resize({ ...SIZE, kernel: 'nearest' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(Buffer.from(svg), { density: DOTS_PER_INCH })
    .flatten({ background: '#fff' })
    .blur(0.8)
    .composite([{ input: grain, blend: 'multiply' }])
    .png({ palette: true, colours: 4 })
    .toBuffer()
}

/** Checks an answer to a captcha. The captcha becomes void, whether the answer is right or wrong. */
export async function redeemCaptcha(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  address: string,
  { key, answer }: { key: string; answer: string },
): Promise<boolean> {
  const [stored] = await db
    .delete(captchas)
    .where(and(eq(captchas.address, address), eq(captchas.key, key)))
    .returning()
  // Programs on this machine may use the fixed answer; people read the captcha.
  if (answer === settings.CAPTCHA_ANSWER && isLoopback(address)) return true
  return stored !== undefined && stored.expiryTime > clock.now() && stored.answer === answer.trim().toLowerCase()
}
