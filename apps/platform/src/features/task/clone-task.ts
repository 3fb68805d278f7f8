import { TASK_LIMITS } from '@tessera/contract'
import { eq, or } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { newId } from '../../lib/ids.ts'
import { searchable } from '../../lib/search-name.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { type LoadedTask, loadTask } from './load.ts'
import { copyFeatures } from './plan/feature-rows.ts'
import { copyNames } from './plan/name-rows.ts'
import { countJoined } from './queries.ts'
import { type RegistrationRow, registration, type TaskRow, task } from './table.ts'

/**
 * Clones a task with the same plan for some of its parties, so that these can begin while the others get ready. The
 * parties' tickets also cover the clone, because it has the same plan hash and no additional party.
 */
export async function cloneTask(
  tx: Db,
  deps: AlgorithmDeps,
  { task: source }: LoadedTask,
  members: RegistrationRow[],
): Promise<LoadedTask> {
  const originTaskId = source.originTaskId ?? source.id
  const family = await tx.$count(task, or(eq(task.originTaskId, originTaskId), eq(task.id, originTaskId)))
  const suffix = ` (${family + 1})`
  const createTime = deps.clock.now()
  const name = source.name.slice(0, TASK_LIMITS.name - suffix.length) + suffix
  const copy: TaskRow = {
    ...source,
    id: newId(),
    name,
    searchName: searchable(name),
    status: 'recruiting',
    originTaskId,
    createTime,
  }
  await tx.insert(task).values(copy)
  await tx.insert(registration).values(members.map((member) => ({ ...member, id: newId(), taskId: copy.id })))
  await countJoined(tx, copy.id)
  await copyFeatures(tx, source.id, copy.id)
  await copyNames(tx, source.id, copy.id)
  await record(tx, 'task.cloned', { taskId: copy.id, originTaskId })
  return loadTask(tx, deps, copy)
}
