import { repeat } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { after, SECOND_MS } from './clock.ts'
import type { Deps, Stop } from './deps.ts'

/** A time in which this process heard nobody: it stood still, or its database was away. Silence in it was its own. */
export interface Break {
  from: Date
  to: Date
}

export interface Attention {
  /** The newest; one that goes on lasts until now. */
  breakBefore(now: Date): Break | null
  hasDatabase(): boolean
}

/** For what asks once and judges nobody. */
export const ATTENTIVE: Attention = { breakBefore: () => null, hasDatabase: () => true }

const LOOK_MS = SECOND_MS / 2
const BREAK_MS = 2 * SECOND_MS
/** After a break all have this long to be heard again: an edge whose link has ended tries every five seconds. */
export const AWAITED_MS = 10 * SECOND_MS

/** Looks again and again whether the database answers; a look that comes late tells that this process stood still. */
export function watchAttention({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Attention & { stop: Stop } {
  let lastLook = clock.now()
  let newest: Break | null = null
  let isAway = false

  function breakBefore(now: Date): Break | null {
    if (now <= after(lastLook, BREAK_MS)) return newest
    // Whoever was not heard since the one before has had no time to be.
    const goesOn = newest !== null && lastLook < after(newest.to, AWAITED_MS)
    return { from: goesOn ? (newest as Break).from : lastLook, to: now }
  }

  async function look() {
    await db.execute(sql`select 1`)
    const now = clock.now()
    const before = breakBefore(now)
    const seconds = Math.round((now.getTime() - lastLook.getTime()) / SECOND_MS)
    if (isAway) log.warn({ seconds }, 'the database answers again')
    else if (before !== newest) log.warn({ seconds }, 'this process stood still, or its database did')
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
