import { fail, selectedColumns } from '@tessera/contract'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import type { TasksOfDatasets } from '../dataset/index.ts'
import { loadTask, stateOf } from './load.ts'
import { withdrawDatasets } from './offer-dataset.ts'
import { canSeeTask } from './policy.ts'
import { findTask, listLive, listRegistrations } from './queries.ts'
import { registration, type TaskRow, task } from './table.ts'

const brought = alias(registration, 'brought')
const reader = alias(registration, 'reader')

/** Returns the queries about tasks that the dataset feature needs. */
export function tasksOfDatasets(deps: AlgorithmDeps): TasksOfDatasets {
  return {
    async isTraining(tx, datasetIds) {
      const taskIds = await listTaskIds(tx, datasetIds)
      if (taskIds.length === 0) return false
      const rows = await tx.select().from(task).where(inArray(task.id, taskIds)).orderBy(task.id).for('update')
      return rows.some(({ status }) => status === 'training')
    },
    async takeBack(tx, datasetIds, actor) {
      for (const taskId of await listTaskIds(tx, datasetIds))
        await withdrawDatasets(deps, tx, { taskId, datasetIds }, actor)
    },
    async usesOf(db, datasetIds, actor) {
      const tasks = await listLive(db, await listTaskIds(db, datasetIds))
      const ids = tasks.map(({ id }) => id)
      const registrations = Map.groupBy(await listRegistrations(db, ids), ({ taskId }) => taskId)
      return tasks
        .filter((one) => canSeeTask(actor, stateOf({ task: one, registrations: registrations.get(one.id) ?? [] })))
        .map(({ id, name, status }) => ({ taskId: id, name, isTraining: status === 'training' }))
    },
    async isOfferedTo(db, datasetId, partyId) {
      return (await sharedTasks(db, datasetId, partyId)).length > 0
    },
    async requestedOf(db, initiatorDatasetId, partyId) {
      const [newest] = await sharedTasks(db, initiatorDatasetId, partyId, 'initiator')
      return newest ? columnsRequestedBy(newest) : null
    },
    async formatOf(db, taskId, actor) {
      const row = (await findTask(db, taskId)) ?? fail('task.not-found')
      const loaded = await loadTask(db, deps, row)
      if (!canSeeTask(actor, stateOf(loaded))) fail('task.private')
      const initiator = loaded.registrations.find(({ role }) => role === 'initiator')
      return { datasetId: initiator?.datasetId ?? null, asked: columnsRequestedBy(row) }
    },
  }
}

async function listTaskIds(db: Db, datasetIds: string[]): Promise<string[]> {
  if (datasetIds.length === 0) return []
  const rows = await db
    .selectDistinct({ taskId: registration.taskId })
    .from(registration)
    .where(and(inArray(registration.datasetId, datasetIds), eq(registration.status, 'joined')))
  return rows.map(({ taskId }) => taskId)
}

/** Returns the tasks to which the dataset is offered and in which the party takes part, newest first. */
async function sharedTasks(db: Db, datasetId: string, partyId: string, role?: 'initiator'): Promise<TaskRow[]> {
  const rows = await db
    .select({ task })
    .from(task)
    .innerJoin(
      brought,
      and(eq(brought.taskId, task.id), eq(brought.datasetId, datasetId), eq(brought.status, 'joined')),
    )
    .innerJoin(reader, and(eq(reader.taskId, task.id), eq(reader.partyId, partyId), eq(reader.status, 'joined')))
    .where(and(isNull(task.deleteTime), role ? eq(brought.role, role) : undefined))
    .orderBy(desc(task.createTime))
  return rows.map((row) => row.task)
}

const columnsRequestedBy = ({ columnSelection }: TaskRow) => columnSelection && selectedColumns(columnSelection)
