import { fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { lockLoaded } from './join-task.ts'
import { joinedOf, type LoadedTask } from './load.ts'

/**
 * Locks a recruiting task to which the party currently offers exactly these rows. Fails for other rows, because the
 * edge's report about these is outdated.
 */
export async function lockBrought(
  deps: AlgorithmDeps,
  tx: Db,
  { taskId, partyId, datasetId }: { taskId: string; partyId: string; datasetId: string },
): Promise<LoadedTask> {
  const loaded = await lockLoaded(tx, deps, taskId)
  const mine = joinedOf(loaded).find((one) => one.partyId === partyId) ?? fail('task.not-found')
  if (loaded.task.status !== 'recruiting') fail('task.not-recruiting')
  if (mine.datasetId !== datasetId) fail('task.names-stale')
  return loaded
}
