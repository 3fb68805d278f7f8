import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notifyRunMoved } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { updateRun } from './queries.ts'
import { withAway } from './run-state.ts'

/** Stores which parties of a run are away now, and notifies the members who watch the run. */
export async function storeAwayParties(deps: AlgorithmDeps, runId: string, away: string[]) {
  await deps.db.transaction(async (tx) => {
    const run = await lockWithTask(tx, runId)
    const parties = run && withAway(run, away, deps.clock.now())
    if (!parties) return
    await updateRun(tx, run.id, { parties })
    await notifyRunMoved(tx, deps, run.taskId)
  })
}
