import { randomUUID } from 'node:crypto'
import { EDGE_SESSION, fail, PROOF_SECONDS } from '@tessera/contract'
import type { DecisionLog } from './decision-log.ts'
import type { RequestProof } from './request-proof.ts'

const LONGEST_MS = EDGE_SESSION.hours * 3_600_000
const IDLE_MS = EDGE_SESSION.idleMinutes * 60_000
/** A proof may be about a moment ahead or behind: after both it is too old anyway. */
const PROOF_MS = 2 * PROOF_SECONDS * 1_000

export interface Session {
  id: string
  username: string
  openTime: Date
  /** At the latest. */
  endTime: Date
  /** Of the platform: whom the console named when it was opened; undefined where nobody was named. */
  userId?: string | undefined
}

interface Kept extends Session {
  usedMs: number
  /** Of the proofs it was used with: when each is forgotten, oldest first. */
  proofs: Map<string, number>
}

type Ending =
  | 'logged-out'
  | 'idle'
  | 'over'
  | 'removed'
  | 'reset'
  | 'pin-changed'
  | 'opened-anew'
  | 'another-user'
  | 'edge-stopped'

/**
 * Who is in, each by the key of their browser or program. Kept in memory: after a restart nobody is, and no proof of before
 * is good for anything.
 */
export class EdgeSessions {
  readonly #log: Pick<DecisionLog, 'append'>
  readonly #now: () => Date
  readonly #byKey = new Map<string, Kept>()

  constructor(log: Pick<DecisionLog, 'append'>, now: () => Date) {
    this.#log = log
    this.#now = now
  }

  /** `until`: when whatever it is opened with is good no longer. */
  open(
    { keyId }: Pick<RequestProof, 'keyId'>,
    username: string,
    by: string,
    { until, userId }: { until?: Date; userId?: string | undefined } = {},
  ): Session {
    this.#sweep()
    this.#end(keyId, 'opened-anew')
    const openTime = this.#now()
    const longest = openTime.getTime() + LONGEST_MS
    const endTime = new Date(Math.min(longest, until?.getTime() ?? longest))
    const session = { id: randomUUID(), username, userId, openTime, endTime }
    this.#log.append('session-opened', { sessionId: session.id, username, factor: by })
    this.#byKey.set(keyId, { ...session, usedMs: openTime.getTime(), proofs: new Map() })
    return session
  }

  /** The one that a proof is of, used by it; each proof is good once. Undefined: nobody is in with this key. */
  use({ keyId, id, madeSeconds }: RequestProof): Session | undefined {
    this.#sweep()
    const session = this.#byKey.get(keyId)
    if (!session) return undefined
    // One of before may have been used in an earlier session of this key, of whose proofs nothing is known any more.
    if (madeSeconds < Math.floor(session.openTime.getTime() / 1_000)) fail('edge.proof-refused')
    const time = this.#now().getTime()
    for (const [old, until] of session.proofs) {
      if (until > time) break
      session.proofs.delete(old)
    }
    if (session.proofs.has(id)) fail('edge.proof-refused')
    session.proofs.set(id, time + PROOF_MS)
    session.usedMs = time
    return session
  }

  find(sessionId: string): Session | undefined {
    this.#sweep()
    return this.#byKey.values().find(({ id }) => id === sessionId)
  }

  end(session: Session, because: Ending) {
    for (const [keyId, { id }] of this.#byKey) if (id === session.id) this.#end(keyId, because)
  }

  endAllOf(username: string, because: Ending, but?: string) {
    for (const [keyId, session] of this.#byKey) {
      if (session.username === username && session.id !== but) this.#end(keyId, because)
    }
  }

  close() {
    for (const keyId of this.#byKey.keys()) this.#end(keyId, 'edge-stopped')
  }

  #sweep() {
    const time = this.#now().getTime()
    for (const [keyId, { usedMs, endTime }] of this.#byKey) {
      if (time >= endTime.getTime()) this.#end(keyId, 'over')
      else if (time >= usedMs + IDLE_MS) this.#end(keyId, 'idle')
    }
  }

  #end(keyId: string, because: Ending) {
    const session = this.#byKey.get(keyId)
    if (!session) return
    this.#byKey.delete(keyId)
    this.#log.append('session-ended', { sessionId: session.id, username: session.username, because })
  }
}
