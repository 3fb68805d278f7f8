import { type DatasetMetadata, fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { type AlgorithmDeps, isNoted, recordActivity } from '../algorithm/index.ts'
import { applyDatasetReport, type DatasetRow, findDataset } from '../dataset/index.ts'
import { joinedOf, loadTask, stateOf } from './load.ts'
import { notifyOfDeletedData, notifyTaskChanged, planChanged } from './notify.ts'
import { removeNames } from './plan/name-rows.ts'
import { taskAbilities } from './policy.ts'
import { findRegistration, lockTask } from './queries.ts'
import { RECRUITS } from './status.ts'
import { type RegistrationRow, registration } from './table.ts'

/**
 * Returns a dataset of this party that is not deleted. Throws the same error for a dataset of another party as for one
 * that does not exist.
 */
export async function findOwnDataset(db: Db, datasetId: string, partyId: string): Promise<DatasetRow> {
  const dataset = await findDataset(db, datasetId)
  if (!dataset || dataset.partyId !== partyId || dataset.deleted) fail('dataset.not-found')
  return dataset
}

/**
 * Sets the dataset that a party offers. Rows that were selected at the edge (a hidden child dataset) stay offered, even
 * if the call names another dataset, until other rows are selected at the edge.
 */
export async function offerDataset(
  deps: AlgorithmDeps,
  input: { registrationId: string; datasetId: string },
  actor: Actor,
): Promise<RegistrationRow> {
  return deps.db.transaction(async (tx) => {
    const { taskId } = (await findRegistration(tx, input.registrationId)) ?? fail('registration.not-found')
    const task = (await lockTask(tx, taskId)) ?? fail('task.not-found')
    // The registration is read under the lock, because another browser tab may have sent the same request.
    const mine = (await findRegistration(tx, input.registrationId)) ?? fail('registration.not-found')
    if (mine.partyId !== actor.partyId) fail('task.not-allowed')
    if (task.status !== 'recruiting') fail('task.not-recruiting')
    const loaded = await loadTask(tx, deps, task)
    if (!taskAbilities(actor, stateOf(loaded)).offerData) fail('task.not-allowed')
    const current = mine.datasetId ? await findDataset(tx, mine.datasetId) : undefined
    const dataset = await findOwnDataset(tx, input.datasetId, mine.partyId)
    if (current?.taskId === task.id && !current.deleted && dataset.taskId !== task.id) return mine
    if (dataset.taskId !== null && dataset.taskId !== task.id) fail('dataset.not-found')
    // The edge may report the selected rows before the party offers them on the platform.
    const offered = { taskId, partyId: mine.partyId, action: 'upload-data', since: dataset.createTime } as const
    if (mine.datasetId === dataset.id && (await isNoted(tx, offered))) return mine

    const updated = await setDataset(tx, mine, dataset.id)
    // All users who can see the task can read this entry, so it does not name data that is shared with only some
    // members.
    const data = dataset.sharing === 'party' ? { dataId: dataset.id, dataName: dataset.name } : {}
    const content = { missionName: task.name, ...data }
    const entry = { subject: 'task', subjectId: task.id, action: 'upload-data', taskId: task.id, content } as const
    await recordActivity(tx, actor, [entry], deps.clock.now())
    await record(tx, 'task.data-offered', { taskId: task.id, partyId: mine.partyId, datasetId: dataset.id })
    if (mine.role === 'initiator') await planChanged(tx, deps, loaded)
    else await notifyTaskChanged(tx, deps, task.id)
    return updated
  })
}

/** Stores an edge's report about rows that were selected for a task. The party now offers these rows. */
export async function storeRowsSetAside(
  deps: AlgorithmDeps,
  tx: Db,
  partyId: string,
  dataset: DatasetMetadata & { taskId: string },
) {
  // Lock the task first. Storing the report appends to the log, which every transaction uses and therefore locks last.
  await lockTask(tx, dataset.taskId)
  await adoptHiddenDataset(deps, tx, await applyDatasetReport(tx, partyId, dataset, deps.clock.now()))
}

export async function adoptHiddenDataset(deps: AlgorithmDeps, db: Db, dataset: DatasetRow) {
  if (dataset.taskId === null || dataset.deleted) return
  const taskId = dataset.taskId
  const task = await lockTask(db, taskId)
  if (task?.status !== 'recruiting') return
  const { registrations } = await loadTask(db, deps, task)
  const mine = registrations.find(({ partyId, status }) => partyId === dataset.partyId && status === 'joined')
  if (!mine) return
  await setDataset(db, mine, dataset.id)
  await notifyTaskChanged(db, deps, taskId)
}

/**
 * Removes deleted datasets from a task. This includes tasks that failed or were stopped, because they may recruit
 * again. A completed task still refers to the data on which it trained.
 */
export async function withdrawDatasets(
  deps: AlgorithmDeps,
  tx: Db,
  { taskId, datasetIds }: { taskId: string; datasetIds: string[] },
  actor: Actor,
) {
  const task = await lockTask(tx, taskId)
  if (!task || !RECRUITS.includes(task.status)) return
  const loaded = await loadTask(tx, deps, task)
  for (const mine of joinedOf(loaded)) {
    if (mine.datasetId === null || !datasetIds.includes(mine.datasetId)) continue
    await setDataset(tx, mine, null)
    const content = { missionName: task.name }
    await recordActivity(
      tx,
      actor,
      [{ subject: 'task', subjectId: taskId, action: 'delete-data', taskId, content }],
      deps.clock.now(),
    )
    await record(tx, 'task.data-taken-back', { taskId, partyId: mine.partyId, datasetId: mine.datasetId })
    await notifyOfDeletedData(tx, deps, loaded, mine.partyId)
    if (mine.role === 'initiator') await planChanged(tx, deps, loaded)
    else await notifyTaskChanged(tx, deps, taskId)
  }
}

async function setDataset(db: Db, mine: RegistrationRow, datasetId: string | null): Promise<RegistrationRow> {
  if (datasetId !== mine.datasetId) await removeNames(db, mine.taskId, mine.partyId)
  const [row] = await db.update(registration).set({ datasetId }).where(eq(registration.id, mine.id)).returning()
  return row as RegistrationRow
}
