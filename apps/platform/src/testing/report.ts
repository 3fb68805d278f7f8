import type { EdgeReport } from '@tessera/contract'
import type { Db } from '../db/pool.ts'
import { edgeLinkHandlers } from '../edge-link-handlers.ts'
import type { World } from './world.ts'

/** Applies a report of a party's edge as if it had arrived over the edge's link. */
export function report({ db, app }: World, partyId: string, edgeReport: EdgeReport): Promise<void> {
  const take = edgeLinkHandlers(app.training).reports[edgeReport.kind] as (
    tx: Db,
    edgeReport: EdgeReport,
    partyId: string,
  ) => Promise<void>
  return db.transaction((tx) => take(tx, edgeReport, partyId))
}
