import type { RunSilence } from '@tessera/contract'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notifyRunMoved } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { updateRun } from './queries.ts'
import { withSilence } from './run-state.ts'

/** Stores whether a party's worker is silent, as the party's edge reports. */
export async function storeSilence(deps: AlgorithmDeps, partyId: string, { runId, seconds }: RunSilence) {
  await deps.db.transaction(async (tx) => {
    const run = await lockWithTask(tx, runId)
    const parties = run && withSilence(run, partyId, seconds, deps.clock.now())
    if (!parties) return
    await updateRun(tx, run.id, { parties })
    await notifyRunMoved(tx, deps, run.taskId)
  })
}
