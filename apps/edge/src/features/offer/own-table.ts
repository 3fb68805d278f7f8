import type { NamedParty, Plan } from '@tessera/contract'
import { type Db, get, put, run } from '../../db/open.ts'

/**
 * Returns whether a member has agreed at this edge to show the other parties of the task a table computed from these
 * rows alone. Other rows need a new agreement.
 */
export const isShownAlone = (db: Db, datasetId: string): boolean =>
  get(db, 'select 1 as one from own_tables where dataset_id = ?', datasetId) !== undefined

export function agreeToShow(db: Db, datasetId: string, isShown: boolean) {
  if (isShown) put(db, 'own_tables', { dataset_id: datasetId })
  else run(db, 'delete from own_tables where dataset_id = ?', datasetId)
}

/**
 * Returns whether a plan shows this party's own table although no member agreed to that at this edge. An agreement that
 * the platform reports does not count.
 */
export const isShownUnasked = (db: Db, self: NamedParty, plan: Plan, datasetId: string): boolean =>
  (plan.ownTables?.includes(self.partyId) ?? false) && !isShownAlone(db, datasetId)
