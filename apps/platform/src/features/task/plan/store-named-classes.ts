import { fail } from '@tessera/contract'
import type { Db } from '../../../db/pool.ts'
import type { AlgorithmDeps } from '../../algorithm/index.ts'
import { findDataset } from '../../dataset/index.ts'
import type { EdgeReportOf } from '../../environment/index.ts'
import { lockBrought } from '../lock-brought.ts'
import { replaceFeatures } from './selected-features.ts'

/**
 * Stores the classes that a member named at the edge for the party's rows, so that the parties can agree on their
 * codes.
 */
export async function storeNamedClasses(
  deps: AlgorithmDeps,
  tx: Db,
  partyId: string,
  { taskId, datasetId, label, classes }: EdgeReportOf<'classes'>,
) {
  const loaded = await lockBrought(deps, tx, { taskId, partyId, datasetId })
  const { tableName } = (await findDataset(tx, datasetId)) ?? fail('dataset.not-found')
  const items = classes.map((feature) => ({ taskId, partyId, tableName, label, feature }))
  await replaceFeatures(deps, tx, loaded, items)
}
