import type { AlgorithmDeps } from '../algorithm/index.ts'
import { failIdle, notifyTaskChanged } from '../task/index.ts'
import { activeRunsOf } from './queries.ts'

/**
 * Fails every task with status `training` that has no active run. Otherwise the task would keep that status forever.
 */
export async function failOrphanedTasks(deps: AlgorithmDeps) {
  for (const taskId of await failIdle(deps.db, (id) => activeRunsOf(deps.db, id))) {
    deps.log.error({ taskId }, 'a task had the status training, but no active run')
    await notifyTaskChanged(deps.db, deps, taskId)
  }
}
