import type { NamedParty, Plan } from '@tessera/contract'
import { type Db, get, put, run } from '../../db/open.ts'

/** Whether a member has agreed here to have a table of these rows alone shown to the task's other parties. Other rows are asked for anew. */
export const isShownAlone = (db: Db, datasetId: string): boolean =>
  get(db, 'select 1 as one from own_tables where dataset_id = ?', datasetId) !== undefined

export function agreeToShow(db: Db, datasetId: string, isShown: boolean) {
  if (isShown) put(db, 'own_tables', { dataset_id: datasetId })
  else run(db, 'delete from own_tables where dataset_id = ?', datasetId)
}

/** Whether a plan has this party's own table shown though nobody agreed to that here, whatever the platform says. */
export const isShownUnasked = (db: Db, self: NamedParty, plan: Plan, datasetId: string): boolean =>
  (plan.ownTables?.includes(self.partyId) ?? false) && !isShownAlone(db, datasetId)
