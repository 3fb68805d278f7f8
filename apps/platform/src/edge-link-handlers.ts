import { listMissedRemovals } from './features/dataset/index.ts'
import type { EdgeLinkHandlers } from './features/environment/index.ts'
import type { Deps } from './lib/deps.ts'
import type { Training } from './training.ts'

/** What an edge's reports change, and what it may have missed while it was away. */
export function edgeLinkHandlers({ db }: Deps, { reports, missedStops }: Training): EdgeLinkHandlers {
  return {
    reports,
    onConnect: async (partyId) => [...(await listMissedRemovals(db, partyId)), ...(await missedStops(partyId))],
  }
}
