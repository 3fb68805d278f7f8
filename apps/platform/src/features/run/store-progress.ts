import type { RunProgress } from '@tessera/contract'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notifyRunMoved } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { updateRun } from './queries.ts'
import { hasProgressed, isAlone } from './run-state.ts'

/**
 * Stores the progress of a single-party run. Only the edge of the run's party reports this progress, because the run's
 * own events arrive at the end.
 */
export async function storeProgress(deps: AlgorithmDeps, partyId: string, { runId, step, round }: RunProgress) {
  await deps.db.transaction(async (tx) => {
    const run = await lockWithTask(tx, runId)
    if (!run || !isAlone(run, partyId) || !hasProgressed(run, { step, round })) return
    await updateRun(tx, run.id, { step, round })
    await notifyRunMoved(tx, deps, run.taskId)
  })
}
