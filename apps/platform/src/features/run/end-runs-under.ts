import { type GrantNotice, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { finishRun, lockWithTask } from './end-run.ts'
import { listActiveRunsUnder } from './queries.ts'
import { failureOf, hasEnded } from './run-state.ts'
import type { RunRow } from './table.ts'

/** Ends the active runs that use a withdrawn consent ticket, because the party's rows must no longer be used. */
export async function endRunsUnder(deps: AlgorithmDeps, tx: Db, partyId: string, withdrawn: GrantNotice) {
  const runs: RunRow[] = []
  for (const { id } of await listActiveRunsUnder(tx, withdrawn.taskId)) {
    const run = await lockWithTask(tx, id)
    if (run && !hasEnded(run) && isUnder(run, partyId, withdrawn.planHash)) runs.push(run)
  }
  for (const run of runs) {
    const failure = failureOf(run, { code: 'grant.withdrawn', partyId })
    await finishRun(tx, deps, run, { phase: 'failed', failure })
  }
}

const isUnder = (run: RunRow, partyId: string, planHash: string) =>
  run.parties.some((party) => party.partyId === partyId) && sha256(planText(run.plan, run.codeHash)) === planHash
