import { randomBytes } from 'node:crypto'
import { CHALLENGE_MINUTES, type SigningAct } from '@tessera/contract'

const GOOD_FOR_MS = CHALLENGE_MINUTES * 60_000
/** More of one purpose than anybody has open at a time. */
const MOST_ALIKE = 20
/** Of a member's that differ, each asked for by another key perhaps: so many are kept in memory. */
const MOST_OF_A_KIND = 1_000

/** What a challenge was made for: one act of a member, or a new passkey of theirs. */
export type Purpose = SigningAct | { kind: 'new-passkey' }

interface Pending {
  challenge: string
  username: string
  userId: string
  kind: Purpose['kind']
  purpose: string
  expires: number
}

/** Challenges that wait for a passkey's answer. Kept in memory: after a restart the page asks for another. */
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
    // No call drops what waits for another purpose: whoever may ask to be let in must not stop a signer from signing.
    const ofAKind = good.filter(({ username, kind }) => username === made.username && kind === made.kind)
    const alike = ofAKind.filter(({ purpose }) => purpose === made.purpose)
    const spare = new Set([...spareOf(alike, MOST_ALIKE), ...spareOf(ofAKind, MOST_OF_A_KIND)])
    this.#pending = [...good.filter((one) => !spare.has(one)), made]
    return challenge
  }

  /** Whether this was made for exactly that, and is still good. Whatever comes of it, it is used up. */
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

  /** Of somebody who is no member any more. */
  forget(username: string) {
    this.#pending = this.#pending.filter((one) => one.username !== username)
  }
}

/** The oldest, so that there is room for one more. */
const spareOf = (pending: Pending[], most: number) => pending.slice(0, Math.max(0, pending.length + 1 - most))

const textOf = (purpose: Purpose) => JSON.stringify(Object.entries(purpose).sort(([a], [b]) => (a < b ? -1 : 1)))
