import { randomBytes } from 'node:crypto'
import { CHALLENGE_MINUTES, type SigningAct } from '@tessera/contract'

const GOOD_FOR_MS = CHALLENGE_MINUTES * 60_000
/** More than anybody has open at a time. */
const MOST_PER_MEMBER = 20

/** What a challenge was made for: one act of a member, or a new passkey of theirs. */
export type Purpose = SigningAct | { kind: 'new-passkey' }

interface Pending {
  challenge: string
  username: string
  userId: string
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
    const others = this.#pending.filter(({ expires }) => expires > time)
    const own = others.filter(({ username }) => username === member.username)
    const spare = own.slice(0, Math.max(0, own.length + 1 - MOST_PER_MEMBER))
    const made = { ...member, challenge, purpose: textOf(purpose), expires: time + GOOD_FOR_MS }
    this.#pending = [...others.filter((one) => !spare.includes(one)), made]
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

const textOf = (purpose: Purpose) => JSON.stringify(Object.entries(purpose).sort(([a], [b]) => (a < b ? -1 : 1)))
