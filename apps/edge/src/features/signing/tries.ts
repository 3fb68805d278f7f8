import { type ErrorCode, fail } from '@tessera/contract'
import type { SigningDeps } from './deps.ts'
import { findMember, keepTries, type TriedAt } from './queries.ts'

const TRIES = 5
const FIRST_LOCK_MS = 15 * 60_000

/**
 * Counts a try before it is looked at, on disk, so that neither a restart nor many at once give more than five. Every
 * further five lock for twice as long as those before.
 */
export function takeTry({ db, now }: SigningDeps, username: string, at: TriedAt): { left: number } {
  const member = findMember(db, username) ?? fail('signing.member-unknown', { username })
  const time = now().getTime()
  const { wrongTries, lockedUntil } = at === 'session' ? member.atSession : member
  const lockedMs = lockedUntil === null ? 0 : new Date(lockedUntil).getTime() - time
  if (lockedMs > 0) fail('signing.pin-locked', { minutes: Math.ceil(lockedMs / 60_000) })
  const tries = wrongTries + 1
  const isLast = tries % TRIES === 0
  const lockMs = FIRST_LOCK_MS * 2 ** (tries / TRIES - 1)
  const until = isLast ? new Date(time + lockMs).toISOString() : null
  keepTries(db, username, at, { wrongTries: tries, lockedUntil: until })
  return { left: (TRIES - (tries % TRIES)) % TRIES }
}

/**
 * What is refused at the door without being counted: who has no PIN is asked for a code there, and passkeys are never locked.
 * Anybody can have it refused without end, so each reason of each member is news once in so long.
 */
export class Refusals {
  readonly #now: () => Date
  readonly #notedAt = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Members and reasons are few, so that nothing has to be forgotten. */
  isNews(username: string, reason: ErrorCode): boolean {
    const [key, time] = [`${reason} ${username}`, this.#now().getTime()]
    if (time - (this.#notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < FIRST_LOCK_MS) return false
    this.#notedAt.set(key, time)
    return true
  }
}
