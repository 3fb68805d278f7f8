import { randomUUID } from 'node:crypto'
import { EDGE_SESSION, PROOF_SECONDS } from '@tessera/contract'
import type { DecisionLog } from './decision-log.ts'
import { type RequestProof, refuseProof } from './request-proof.ts'

const MAX_MS = EDGE_SESSION.hours * 3_600_000
const IDLE_MS = EDGE_SESSION.idleMinutes * 60_000
/**
 * How long used proofs are remembered. The clock of a proof may differ by up to PROOF_SECONDS in either direction, so a
 * proof has certainly expired after twice this time.
 */
const PROOF_MS = 2 * PROOF_SECONDS * 1_000

export interface Session {
  id: string
  username: string
  openTime: Date
  /** Time at which the session ends at the latest. */
  endTime: Date
  /** The platform user that the console named when the session was opened, or undefined. */
  userId?: string | undefined
}

interface StoredSession extends Session {
  usedMs: number
  /** Used proofs and the time after which each can be forgotten, oldest first. */
  proofs: Map<string, number>
}

/** A key and the session that it belongs to. */
interface Entry {
  session: StoredSession
  /** Proofs of this key that were made before this time are not valid in the session. */
  sinceMs: number
}

type Ending =
  | 'logged-out'
  | 'idle'
  | 'over'
  | 'removed'
  | 'reset'
  | 'pin-changed'
  | 'opened-again'
  | 'another-user'
  | 'edge-stopped'

/**
 * Sessions by the keys of browsers and programs. A frame in the console and the edge's own pages have different keys in
 * the same session. Sessions are only in memory: a restart ends them and makes earlier proofs invalid.
 */
export class EdgeSessions {
  readonly #log: Pick<DecisionLog, 'append'>
  readonly #now: () => Date
  readonly #byKey = new Map<string, Entry>()

  constructor(log: Pick<DecisionLog, 'append'>, now: () => Date) {
    this.#log = log
    this.#now = now
  }

  /** Opens a session. `until` is the time at which the credential that opens it expires. */
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
    const longest = sinceMs + MAX_MS
    const endTime = new Date(Math.min(longest, until?.getTime() ?? longest))
    const session = { id: randomUUID(), username, userId, openTime, endTime, usedMs: sinceMs, proofs: new Map() }
    this.#log.append('session-opened', { sessionId: session.id, username, factor: by })
    this.#byKey.set(keyId, { session, sinceMs })
    return session
  }

  /**
   * Adds another key of the same browser to a session, so that the session ends for both keys at once. The proof of the
   * new key cannot be used again.
   */
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

  /** Returns the session of a proof's key and marks the proof as used. Returns undefined if the key has no session. */
  use(proof: RequestProof): Session | undefined {
    this.#sweep()
    const entry = this.#byKey.get(proof.keyId)
    if (!entry) return undefined
    // An older proof may have been used in an earlier session of this key, whose used proofs are no longer remembered.
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

  #useUp(session: StoredSession, { id }: RequestProof) {
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
    if (entry) this.#end(entry.session, 'opened-again')
  }

  #end(session: StoredSession, because: Ending) {
    for (const [keyId, entry] of this.#byKey) if (entry.session === session) this.#byKey.delete(keyId)
    this.#log.append('session-ended', { sessionId: session.id, username: session.username, because })
  }
}
