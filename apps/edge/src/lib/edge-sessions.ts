import { randomUUID } from 'node:crypto'
import { EDGE_SESSION, PROOF_SECONDS } from '@tessera/contract'
import type { DecisionLog } from './decision-log.ts'
import { type RequestProof, refuseProof } from './request-proof.ts'

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

/** Whose key is in which session. */
interface Entry {
  session: Kept
  /** No proof of this key that is older is good in it. */
  sinceMs: number
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
 * Who is in, by the keys of their browser or program: a frame of the console has another than the edge's own pages, and both are
 * in one session. Kept in memory: after a restart nobody is in, and no proof of before is good for anything.
 */
export class EdgeSessions {
  readonly #log: Pick<DecisionLog, 'append'>
  readonly #now: () => Date
  readonly #byKey = new Map<string, Entry>()

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
    this.#endOf(keyId)
    const openTime = this.#now()
    const sinceMs = openTime.getTime()
    const longest = sinceMs + LONGEST_MS
    const endTime = new Date(Math.min(longest, until?.getTime() ?? longest))
    const session = { id: randomUUID(), username, userId, openTime, endTime, usedMs: sinceMs, proofs: new Map() }
    this.#log.append('session-opened', { sessionId: session.id, username, factor: by })
    this.#byKey.set(keyId, { session, sinceMs })
    return session
  }

  /** Lets another key of the same browser into a session: what ends for one ends for both. Its proof is used up by it. */
  letIn({ id: sessionId }: Session, proof: RequestProof) {
    this.#sweep()
    const session = this.#keptBy(sessionId) ?? refuseProof('session')
    const known = this.#byKey.get(proof.keyId)
    if (known?.session !== session) {
      this.#endOf(proof.keyId)
      this.#log.append('session-shared', { sessionId, username: session.username })
      this.#byKey.set(proof.keyId, { session, sinceMs: this.#now().getTime() })
    }
    this.#useUp(session, proof)
  }

  /** The one that a proof is of, used by it; each proof is good once. Undefined: nobody is in with this key. */
  use(proof: RequestProof): Session | undefined {
    this.#sweep()
    const entry = this.#byKey.get(proof.keyId)
    if (!entry) return undefined
    // One of before may have been used in an earlier session of this key, of whose proofs nothing is known any more.
    if (proof.madeSeconds < Math.floor(entry.sinceMs / 1_000)) refuseProof('used')
    this.#useUp(entry.session, proof)
    return entry.session
  }

  find(sessionId: string): Session | undefined {
    this.#sweep()
    return this.#keptBy(sessionId)
  }

  end({ id }: Session, because: Ending) {
    const session = this.#keptBy(id)
    if (session) this.#end(session, because)
  }

  endAllOf(username: string, because: Ending, but?: string) {
    for (const session of this.#all()) {
      if (session.username === username && session.id !== but) this.#end(session, because)
    }
  }

  close() {
    for (const session of this.#all()) this.#end(session, 'edge-stopped')
  }

  #all = () => new Set(this.#byKey.values().map(({ session }) => session))

  #keptBy = (sessionId: string) =>
    this.#all()
      .values()
      .find(({ id }) => id === sessionId)

  #useUp(session: Kept, { id }: RequestProof) {
    const time = this.#now().getTime()
    for (const [old, until] of session.proofs) {
      if (until > time) break
      session.proofs.delete(old)
    }
    if (session.proofs.has(id)) refuseProof('used')
    session.proofs.set(id, time + PROOF_MS)
    session.usedMs = time
  }

  #sweep() {
    const time = this.#now().getTime()
    for (const session of this.#all()) {
      if (time >= session.endTime.getTime()) this.#end(session, 'over')
      else if (time >= session.usedMs + IDLE_MS) this.#end(session, 'idle')
    }
  }

  #endOf(keyId: string) {
    const entry = this.#byKey.get(keyId)
    if (entry) this.#end(entry.session, 'opened-anew')
  }

  #end(session: Kept, because: Ending) {
    for (const [keyId, entry] of this.#byKey) if (entry.session === session) this.#byKey.delete(keyId)
    this.#log.append('session-ended', { sessionId: session.id, username: session.username, because })
  }
}
