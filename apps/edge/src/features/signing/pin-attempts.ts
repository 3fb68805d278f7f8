import { type ErrorCode, fail } from '@tessera/contract'
import type { Db } from '../../db/open.ts'
import { findMember, storeAttempts, type TriedAt } from './queries.ts'

const TRIES = 5
const FIRST_LOCK_MS = 15 * 60_000

/**
 * Counts an attempt on disk before the PIN is verified, so that neither a restart nor concurrent requests allow more
 * than five attempts.
 * After each further five attempts, the lock lasts twice as long as the previous one.
 */
export function countAttempt(
  { db, now }: { db: Db; now: () => Date },
  username: string,
  at: TriedAt,
): { left: number } {
  const member = findMember(db, username) ?? fail('signing.member-unknown', { username })
  const time = now().getTime()
  const { wrongTries, lockedUntil } = at === 'session' ? member.atSession : member
  const lockedMs = lockedUntil === null ? 0 : new Date(lockedUntil).getTime() - time
  if (lockedMs > 0) fail('signing.pin-locked', { minutes: Math.ceil(lockedMs / 60_000) })
  const tries = wrongTries + 1
  const isLast = tries % TRIES === 0
  const lockMs = FIRST_LOCK_MS * 2 ** (tries / TRIES - 1)
  const until = isLast ? new Date(time + lockMs).toISOString() : null
  storeAttempts(db, username, at, { wrongTries: tries, lockedUntil: until })
  return { left: (TRIES - (tries % TRIES)) % TRIES }
}

/**
 * Decides which refused log-ins are logged. Refusals of members without a PIN, who are asked for a code, and of
 * passkeys, which are never locked, do not count as attempts. Any caller can cause any number of them, so each reason
 * is logged once per member and lock period (15 minutes).
 */
export class Refusals {
  readonly #now: () => Date
  readonly #notedAt = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** The number of members and reasons is small, so entries are never removed. */
  isNews(username: string, reason: ErrorCode): boolean {
    const [key, time] = [`${reason} ${username}`, this.#now().getTime()]
    if (time - (this.#notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < FIRST_LOCK_MS) return false
    this.#notedAt.set(key, time)
    return true
  }
}
