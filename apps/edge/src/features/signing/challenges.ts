import { randomBytes } from 'node:crypto'
import { CHALLENGE_MINUTES, type SigningAct } from '@tessera/contract'

const GOOD_FOR_MS = CHALLENGE_MINUTES * 60_000
/** Maximum number of pending challenges for one purpose. A user never needs that many at a time. */
const MAX_ALIKE = 20
/** Maximum number of pending challenges of one kind per member, for all keys together. This limits memory use. */
const MAX_PER_KIND = 1_000

/** The purpose of a challenge: one act of a member, or a new passkey. */
export type Purpose = SigningAct | { kind: 'new-passkey' }

interface Pending {
  challenge: string
  username: string
  userId: string
  kind: Purpose['kind']
  purpose: string
  expires: number
}

/**
 * Challenges that wait for a passkey's response. They are in memory only; after a restart, the page requests a new one.
 */
export class Challenges {
  readonly #now: () => Date
  #pending: Pending[] = []

  constructor(now: () => Date) {
    this.#now = now
  }

  make(member: { username: string; userId: string }, purpose: Purpose): string {
    const time = this.#now().getTime()
    const challenge = randomBytes(32).toString('base64url')
    const made = { ...member, challenge, kind: purpose.kind, purpose: textOf(purpose), expires: time + GOOD_FOR_MS }
    const good = this.#pending.filter(({ expires }) => expires > time)
    // A new challenge replaces only challenges of the same kind. Any caller can request log-in challenges, and this
    // must not prevent a signer from signing.
    const ofAKind = good.filter(({ username, kind }) => username === made.username && kind === made.kind)
    const alike = ofAKind.filter(({ purpose }) => purpose === made.purpose)
    const spare = new Set([...spareOf(alike, MAX_ALIKE), ...spareOf(ofAKind, MAX_PER_KIND)])
    this.#pending = [...good.filter((one) => !spare.has(one)), made]
    return challenge
  }

  /**
   * Returns whether the challenge was issued for exactly this purpose and has not expired. In either case, the
   * challenge cannot be used again.
   */
  take(challenge: string, { username, userId }: { username: string; userId: string }, purpose: Purpose): boolean {
    const found = this.#pending.find((one) => one.challenge === challenge)
    this.#pending = this.#pending.filter((one) => one !== found)
    return (
      found !== undefined &&
      found.expires > this.#now().getTime() &&
      found.username === username &&
      found.userId === userId &&
      found.purpose === textOf(purpose)
    )
  }

  /** Drops the challenges of a user who is no longer a member. */
  forget(username: string) {
    this.#pending = this.#pending.filter((one) => one.username !== username)
  }
}

/** Returns the oldest challenges that must be removed so that one more fits. */
const spareOf = (pending: Pending[], most: number) => pending.slice(0, Math.max(0, pending.length + 1 - most))

const textOf = (purpose: Purpose) => JSON.stringify(Object.entries(purpose).sort(([a], [b]) => (a < b ? -1 : 1)))
