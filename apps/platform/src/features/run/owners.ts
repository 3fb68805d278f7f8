import type { Db } from '../../db/pool.ts'
import { listRegistrations } from '../task/index.ts'
import type { RunRow } from './table.ts'

/** Returns the owners of a run's model: for each party that trained, the user who joined the task for it. */
export async function ownersOf(tx: Db, run: RunRow) {
  const trained = new Set(run.parties.map(({ partyId }) => partyId))
  return (await listRegistrations(tx, [run.taskId]))
    .filter(({ partyId, status }) => status === 'joined' && trained.has(partyId))
    .map(({ partyId, createdByUserId }) => ({ partyId, userId: createdByUserId }))
}
