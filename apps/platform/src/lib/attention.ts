import { repeat } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { after, SECOND_MS } from './clock.ts'
import type { Deps, Stop } from './deps.ts'

/**
 * A period in which this process received nothing: it was suspended, or its database was away. Edges were not silent.
 */
export interface Break {
  from: Date
  to: Date
}

export interface Attention {
  /** The newest break; an ongoing one lasts until now. */
  breakBefore(now: Date): Break | null
  hasDatabase(): boolean
}

/** Attention without breaks, for commands that run once and judge no silence. */
export const ATTENTIVE: Attention = { breakBefore: () => null, hasDatabase: () => true }

const LOOK_MS = SECOND_MS / 2
const BREAK_MS = 2 * SECOND_MS
/** After a break, edges have this long to report: an edge whose link has ended reconnects every five seconds. */
export const AWAITED_MS = 10 * SECOND_MS

/** Checks regularly whether the database answers. A late check means that this process was suspended. */
export function watchAttention({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Attention & { stop: Stop } {
  let lastLook = clock.now()
  let newest: Break | null = null
  let isAway = false

  function breakBefore(now: Date): Break | null {
    if (now <= after(lastLook, BREAK_MS)) return newest
    // Edges that have not reported since the previous break have had no time to do so.
    const goesOn = newest !== null && lastLook < after(newest.to, AWAITED_MS)
    return { from: goesOn ? (newest as Break).from : lastLook, to: now }
  }

  async function look() {
    await db.execute(sql`select 1`)
    const now = clock.now()
    const before = breakBefore(now)
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
  return { breakBefore, hasDatabase: () => clock.now() <= after(lastLook, BREAK_MS), stop }
}
