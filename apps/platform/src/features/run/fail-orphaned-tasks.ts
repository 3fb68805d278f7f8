import type { AlgorithmDeps } from '../algorithm/index.ts'
import { failIdle, notifyTaskChanged } from '../task/index.ts'
import { activeRunsOf } from './queries.ts'

/** Fails every task in status `training` that has no active run. Otherwise the task would keep that status for ever. */
export async function failOrphanedTasks(deps: AlgorithmDeps) {
  for (const taskId of await failIdle(deps.db, (id) => activeRunsOf(deps.db, id))) {
    deps.log.error({ taskId }, 'a task trained without a run')
    await notifyTaskChanged(deps.db, deps, taskId)
  }
}
