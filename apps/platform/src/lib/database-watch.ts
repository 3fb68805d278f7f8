import { repeat } from '@tessera/server'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/pool.ts'
import { after, type Clock, SECOND_MS } from './clock.ts'

/**
 * A period in which this process could receive nothing, because it was suspended or its database was unreachable.
 * Silence in this period is not the edges' fault.
 */
export interface Outage {
  from: Date
  to: Date
}

export interface DatabaseWatch {
  /** Returns the newest outage; an outage that has not ended lasts until now. */
  outageBefore(now: Date): Outage | null
  hasDatabase(): boolean
}

interface Watched {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
}

/** A watch that reports no outages, for commands that run once and do not check whether edges are silent. */
export const NO_OUTAGES: DatabaseWatch = { outageBefore: () => null, hasDatabase: () => true }

const LOOK_MS = SECOND_MS / 2
const MIN_OUTAGE_MS = 2 * SECOND_MS
/** Time that edges get to report after an outage. An edge whose link has ended reconnects every five seconds. */
export const RECONNECT_MS = 10 * SECOND_MS

/** Checks regularly whether the database answers. A late check means that this process was suspended. */
export function watchDatabase({ db, clock, log }: Watched): DatabaseWatch & { stop: () => Promise<void> } {
  let lastLook = clock.now()
  let newest: Outage | null = null
  let isAway = false

  function outageBefore(now: Date): Outage | null {
    if (now <= after(lastLook, MIN_OUTAGE_MS)) return newest
    // If edges have had no time to report since the previous outage, this outage continues that one.
    const continues = newest !== null && lastLook < after(newest.to, RECONNECT_MS)
    return { from: continues ? (newest as Outage).from : lastLook, to: now }
  }

  async function look() {
    await db.execute(sql`select 1`)
    const now = clock.now()
    const before = outageBefore(now)
    const seconds = Math.round((now.getTime() - lastLook.getTime()) / SECOND_MS)
    if (isAway) log.warn({ seconds }, 'the database answers again')
    else if (before !== newest) log.warn({ seconds }, 'this process or its database was suspended')
    newest = before
    lastLook = now
    isAway = false
  }

  const stop = repeat(LOOK_MS, () =>
    look().catch((error: unknown) => {
      if (!isAway) log.error({ err: error }, 'the database does not answer')
      isAway = true
    }),
  )
  return { outageBefore, hasDatabase: () => clock.now() <= after(lastLook, MIN_OUTAGE_MS), stop }
}
