import { and, eq, isNull, notExists } from 'drizzle-orm'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { task as taskTable, tellTaskChanged } from '../task/index.ts'
import { activeRunsOf } from './queries.ts'

/**
 * Nothing trains for ever: a task that trains without a run has failed, however that came about. One statement, so that
 * a run queued meanwhile is either seen with its task's state or not at all.
 */
export async function sweep(deps: AlgorithmDeps) {
  const orphans = await deps.db
    .update(taskTable)
    .set({ status: 'failed' })
    .where(
      and(
        eq(taskTable.status, 'training'),
        isNull(taskTable.deleteTime),
        notExists(activeRunsOf(deps.db, taskTable.id)),
      ),
    )
    .returning({ id: taskTable.id })
  for (const { id } of orphans) {
    deps.log.error({ taskId: id }, 'a task trained without a run')
    await tellTaskChanged(deps.db, deps, id)
  }
}
