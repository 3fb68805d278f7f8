import type { RunProgress } from '@tessera/contract'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { tellRunMoved } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { updateRun } from './queries.ts'
import { hasProgressed, isAlone } from './run-state.ts'

/** How far a run by itself is, which only the edge of its one party says: its own events come all at once at its end. */
export async function takeProgress(deps: AlgorithmDeps, partyId: string, { runId, step, round }: RunProgress) {
  await deps.db.transaction(async (tx) => {
    const run = await lockWithTask(tx, runId)
    if (!run || !isAlone(run, partyId) || !hasProgressed(run, { step, round })) return
    await updateRun(tx, run.id, { step, round })
    await tellRunMoved(tx, deps, run.taskId)
  })
}
