import { repeat } from '@tessera/server'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { notifyParties, parties, partyNamesOf } from '../party/index.ts'
import { edges } from './table.ts'

const EVERY_MS = 5 * SECOND_MS
/** Silence after which a party is notified. A shorter interruption is not reported. */
const SILENT_MS = 30 * SECOND_MS

type Watching = Pick<Deps, 'db' | 'bus' | 'clock' | 'databaseWatch' | 'log'>

/** Notifies parties whose edge is silent. The notice that the edge is back is sent when its next heartbeat arrives. */
export function watchEdges(deps: Watching): Stop {
  const pass = edgeWatch(deps)
  const tell = (error: unknown) => deps.log.warn({ err: error }, 'looking for lost edges failed')
  return repeat(EVERY_MS, () => pass().catch(tell))
}

/**
 * Returns a function that performs one check. Silence counts only while this process was awake and the database could
 * store heartbeats.
 */
export function edgeWatch(deps: Watching): () => Promise<void> {
  const start = deps.clock.now()
  return async () => {
    const now = deps.clock.now()
    const listeningSince = deps.databaseWatch.outageBefore(now)?.to ?? start
    const limit = after(now, -SILENT_MS)
    if (listeningSince <= limit) await notifyOfLoss(deps, limit)
  }
}

async function notifyOfLoss(deps: Watching, limit: Date) {
  const { awaitedSince } = edges
  const isLost = and(
    lt(edges.lastSeen, limit),
    or(isNull(awaitedSince), lt(awaitedSince, limit)),
    isNull(edges.revokedTime),
    isNull(edges.lostNoticeTime),
  )
  const lost = await deps.db
    .select({ partyId: edges.partyId })
    .from(edges)
    .innerJoin(parties, eq(parties.id, edges.partyId))
    .where(and(isLost, isNull(parties.suspendedTime)))
  for (const { partyId } of lost) {
    await deps.db.transaction(async (tx) => {
      const mine = and(eq(edges.partyId, partyId), isLost)
      // In the meantime, another process may have sent the notice, or the edge may have reported.
      const taken = await tx.update(edges).set({ lostNoticeTime: deps.clock.now() }).where(mine).returning()
      if (taken.length === 0) return
      const about = { kind: 'edge.lost', subject: 'party', subjectId: partyId } as const
      await notifyParties(tx, deps, { partyIds: [partyId], ...about, params: await partyNamesOf(tx, partyId) })
    })
  }
}
