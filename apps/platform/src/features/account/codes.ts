import { timingSafeEqual } from 'node:crypto'
import { CODE_MINUTES, fail, RESEND_SECONDS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { after, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newDigits } from '../../lib/ids.ts'
import { limit, limitAddress } from '../../lib/limits.ts'
import { codes } from './table.ts'

const LIFE_MS = CODE_MINUTES * MINUTE_MS
const MAX_TRIES = 5
const AN_HOUR = { address: 20, register: 10, reset: 5 } as const

const PURPOSES = ['register', 'reset'] as const
export type Purpose = (typeof PURPOSES)[number]

const limitKey = (purpose: Purpose, receiver: string) => `code:${purpose}:${receiver}`

/** Returns the rate-limit keys under which a receiver's codes are counted. */
export const codeLimitKeys = (receiver: string) => PURPOSES.map((purpose) => limitKey(purpose, receiver))

/** Creates a new code for the receiver and voids the previous code. Of concurrent requests, only one succeeds. */
export async function issueCode(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  receiver: string,
  purpose: Purpose,
  address: string,
) {
  const { db, clock } = deps
  const now = clock.now()
  await checkNotTooSoon(db, receiver, purpose, now)
  await limitAddress(deps, 'code:address', address, AN_HOUR.address, HOUR_MS)
  await limit(deps, limitKey(purpose, receiver), AN_HOUR[purpose], HOUR_MS)

  const code = newDigits(6)
  const row = { codeHash: hashCode(receiver, code), tries: 0, sendTime: now, expiryTime: after(now, LIFE_MS) }
  const isDue = lte(codes.sendTime, after(now, -RESEND_SECONDS[purpose] * SECOND_MS))
  const issued = await db
    .insert(codes)
    .values({ receiver, purpose, ...row })
    .onConflictDoUpdate({ target: [codes.receiver, codes.purpose], set: row, setWhere: isDue })
    .returning({ receiver: codes.receiver })
  if (issued.length === 0) await checkNotTooSoon(db, receiver, purpose, now)
  return code
}

async function checkNotTooSoon(db: Db, receiver: string, purpose: Purpose, now: Date) {
  const [last] = await db
    .select({ sendTime: codes.sendTime })
    .from(codes)
    .where(and(eq(codes.receiver, receiver), eq(codes.purpose, purpose)))
  const waitMs = last ? after(last.sendTime, RESEND_SECONDS[purpose] * SECOND_MS).getTime() - now.getTime() : 0
  if (waitMs > 0) fail('account.code-too-soon', { seconds: Math.ceil(waitMs / SECOND_MS) })
}

/**
 * Fails unless this is the receiver's code for one of these purposes; returns that purpose. Pass the pool instead of a
 * transaction, so that a wrong attempt counts even if the request is rolled back. Each attempt is counted before the
 * comparison, so that concurrent attempts cannot exceed five.
 */
export async function checkCode(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  receiver: string,
  purposes: readonly Purpose[],
  code: string,
): Promise<Purpose> {
  const ofReceiver = and(eq(codes.receiver, receiver), inArray(codes.purpose, [...purposes]))
  const tried = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(and(ofReceiver, gt(codes.expiryTime, clock.now()), lt(codes.tries, MAX_TRIES)))
    .returning()
  const right = tried.find(({ codeHash }) => equal(codeHash, hashCode(receiver, code)))
  if (!right) fail('account.code-wrong')
  // A correct attempt is not counted, because the client checks the code in step one and uses it in step two.
  const hashes = tried.map(({ codeHash }) => codeHash)
  await db
    .update(codes)
    .set({ tries: sql`${codes.tries} - 1` })
    .where(and(ofReceiver, inArray(codes.codeHash, hashes)))
  return right.purpose as Purpose
}

/** Marks a checked code as used. Of two concurrent requests, only one succeeds. */
export async function consumeCode(tx: Db, receiver: string, purpose: Purpose, code: string) {
  const used = await tx
    .delete(codes)
    .where(and(eq(codes.receiver, receiver), eq(codes.purpose, purpose), eq(codes.codeHash, hashCode(receiver, code))))
    .returning({ receiver: codes.receiver })
  if (used.length === 0) fail('account.code-wrong')
}

export async function dropCode(db: Db, receiver: string, purpose: Purpose) {
  await db.delete(codes).where(and(eq(codes.receiver, receiver), eq(codes.purpose, purpose)))
}

const hashCode = (receiver: string, code: string) => sha256(`${receiver} ${code.trim()}`)
const equal = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
