import type { EdgeReport } from '@tessera/contract'
import type { Db } from '../db/pool.ts'
import { edgeLinkHandlers } from '../edge-link-handlers.ts'
import type { World } from './world.ts'

/** What a party's edge tells, taken as from its link. */
export function report({ db, app }: World, partyId: string, told: EdgeReport): Promise<void> {
  const take = edgeLinkHandlers(app.training).reports[told.kind] as (
    tx: Db,
    told: EdgeReport,
    partyId: string,
  ) => Promise<void>
  return db.transaction((tx) => take(tx, told, partyId))
}
