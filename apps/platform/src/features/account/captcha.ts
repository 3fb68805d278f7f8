import { isLoopback } from '@tessera/server'
import { and, eq, lt } from 'drizzle-orm'
import svgCaptcha from 'svg-captcha'
import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { captchas } from './table.ts'

const LIFE_MS = 5 * MINUTE_MS

/** Draws a picture for this key and keeps its answer; the key's picture before it is void. */
export async function drawCaptcha({ db, clock }: Pick<Deps, 'db' | 'clock'>, address: string, key: string) {
  const { text, data } = svgCaptcha.create({
    size: 4,
    noise: 2,
    ignoreChars: '0oO1iIlLgGqQ9',
    color: true,
    background: '#fff',
  })
  const answer = text.toLowerCase()
  const expiryTime = after(clock.now(), LIFE_MS)
  await db.delete(captchas).where(lt(captchas.expiryTime, clock.now()))
  await db
    .insert(captchas)
    .values({ address, key, answer, expiryTime })
    .onConflictDoUpdate({ target: [captchas.address, captchas.key], set: { answer, expiryTime } })
  return `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
}

/** Right or wrong, an answer uses the picture up. */
export async function redeemCaptcha(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  address: string,
  { key, answer }: { key: string; answer: string },
): Promise<boolean> {
  const [kept] = await db
    .delete(captchas)
    .where(and(eq(captchas.address, address), eq(captchas.key, key)))
    .returning()
  // For programs; a person at the same machine reads the picture.
  if (answer === settings.CAPTCHA_ANSWER && isLoopback(address)) return true
  return kept !== undefined && kept.expiryTime > clock.now() && kept.answer === answer.trim().toLowerCase()
}
