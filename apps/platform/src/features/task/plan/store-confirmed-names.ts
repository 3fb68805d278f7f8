import { canonicalJson, fail, isColumn, type LabelNames, type NamesWanted, type PartyNames } from '@tessera/contract'
import type { Db } from '../../../db/pool.ts'
import { record } from '../../../lib/audit.ts'
import type { AlgorithmDeps } from '../../algorithm/index.ts'
import type { EdgeReportOf } from '../../environment/index.ts'
import { loadTask } from '../load.ts'
import { lockBrought } from '../lock-brought.ts'
import { notifyTaskChanged, planChanged } from '../notify.ts'
import { putNames } from './name-rows.ts'
import { wantedNames } from './plan.ts'

/**
 * Stores the names that a member confirmed at the edge. Refuses names for columns that the task no longer uses, or for
 * rows that the party no longer offers.
 */
export async function storeConfirmedNames(
  deps: AlgorithmDeps,
  tx: Db,
  partyId: string,
  { taskId, datasetId, wanted, names }: EdgeReportOf<'names'>,
) {
  const before = await lockBrought(deps, tx, { taskId, partyId, datasetId })
  const { task } = before
  const now = wantedNames(task, deps.algorithms.find(task.algorithmId ?? ''))
  if (canonicalJson(now ?? null) !== canonicalJson(wanted)) fail('task.names-stale')
  if (!areFor(names, wanted)) fail('task.names-stale')
  await putNames(tx, { taskId, partyId, datasetId, names, confirmTime: deps.clock.now() })
  const after = await loadTask(tx, deps, task)
  await record(tx, 'task.names-confirmed', { taskId, partyId, datasetId, planHash: after.planHash })
  if (before.planHash !== null && before.planHash !== after.planHash) await planChanged(tx, deps, after)
  else await notifyTaskChanged(tx, deps, taskId)
}

const areFor = ({ columns, label }: PartyNames, wanted: NamesWanted) =>
  canonicalJson(columns.filter(isColumn).map(({ name }) => name)) === canonicalJson(wanted.columns) &&
  (label === null || (label.column === wanted.label && areCounted(label)))

/** Returns whether the counts cover exactly the named classes, each once. */
const areCounted = ({ classes, counts }: LabelNames) =>
  counts === undefined ||
  canonicalJson(counts.map(({ name }) => name).toSorted()) === canonicalJson(classes?.toSorted())
