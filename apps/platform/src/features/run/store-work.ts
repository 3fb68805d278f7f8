import type { RunWork } from '@tessera/contract'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notifyRunMoved } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { updateRun } from './queries.ts'
import { withWork } from './run-state.ts'

/** Stores what a party works on within a round, as the party's edge reports. */
export async function storeWork(deps: AlgorithmDeps, partyId: string, { runId, ...work }: RunWork) {
  await deps.db.transaction(async (tx) => {
    const run = await lockWithTask(tx, runId)
    const parties = run && withWork(run, partyId, work)
    if (!parties) return
    await updateRun(tx, run.id, { parties })
    await notifyRunMoved(tx, deps, run.taskId)
  })
}
