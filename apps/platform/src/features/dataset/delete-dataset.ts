import { fail, type PlatformToEdge } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import type { Deps } from '../../lib/deps.ts'
import { commandEdge } from '../environment/index.ts'
import { datasetAbilities } from './policy.ts'
import { listFamily, listToRemove, markDeleted } from './queries.ts'
import { findVisible, type TasksOfDatasets } from './tasks.ts'

/**
 * Removes a dataset from the platform's lists at once, and from the edge's list as soon as the edge can be reached. The
 * rows are stored at the edge, which deletes them. Models that were trained on the dataset remain.
 */
export async function deleteDataset(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  tasks: TasksOfDatasets,
  datasetId: string,
  actor: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findVisible(tx, tasks, datasetId, actor)
    if (row.taskId !== null) fail('dataset.not-found')
    if (!datasetAbilities(actor, row).delete) fail('dataset.owner-only')
    const family = (await listFamily(tx, row.id)).map(({ id }) => id)
    if (await tasks.isTraining(tx, family)) {
      const training = (await tasks.usesOf(tx, family, actor)).filter(({ isTraining }) => isTraining)
      fail('dataset.in-use', { tasks: training.map(({ name }) => name).join(', ') })
    }
    // Another request may have deleted the dataset since it was read.
    if (!(await markDeleted(tx, family)).includes(row.id)) fail('dataset.not-found')
    await tasks.takeBack(tx, family, actor)
    await commandEdge({ db: tx, bus }, row.partyId, removal(row.id))
    await record(tx, 'dataset.deleted', { datasetId, partyId: row.partyId, name: row.name, userId: actor.userId })
  })
}

/** Returns the removals that an edge missed while it was offline. The platform sends them when the edge connects. */
export async function listMissedRemovals(db: Db, partyId: string): Promise<PlatformToEdge[]> {
  return (await listToRemove(db, partyId)).map(removal)
}

const removal = (datasetId: string): PlatformToEdge => ({ kind: 'unlist-dataset', datasetId })
