import type { AlgorithmDeps } from '../algorithm/index.ts'
import { failIdle, tellTaskChanged } from '../task/index.ts'
import { activeRunsOf } from './queries.ts'

/** Fails every task that trains without a run, however that came about, so that no task trains for ever. */
export async function sweep(deps: AlgorithmDeps) {
  for (const taskId of await failIdle(deps.db, (id) => activeRunsOf(deps.db, id))) {
    deps.log.error({ taskId }, 'a task trained without a run')
    await tellTaskChanged(deps.db, deps, taskId)
  }
}
