import { type EdgeReport, type GrantNotice, planText, RunStep } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { endRun } from './end-run.ts'
import { findRun, listActiveRunsUnder } from './queries.ts'
import { failureOf } from './run-state.ts'

type WorkerReport = Extract<EdgeReport, { kind: 'worker' }>

/** A worker at a party refused, failed or died: known here long before Flower notices. Only the run's own parties count. */
export async function takeWorkerReport(deps: AlgorithmDeps, tx: Db, partyId: string, report: WorkerReport) {
  const run = await findRun(tx, report.runId)
  if (!run?.parties.some((party) => party.partyId === partyId)) return
  const step = RunStep.safeParse(report.step).data ?? run.step
  const failure = failureOf(run, { code: report.code, params: report.params, partyId, step })
  await endRun(tx, deps, run.id, { phase: 'failed', failure })
}

/** A party took its ticket back: its rows may not be used any further, so what runs under the ticket ends. */
export async function takeWithdrawal(deps: AlgorithmDeps, tx: Db, partyId: string, notice: GrantNotice) {
  if (!notice.withdrawn) return
  for (const run of await listActiveRunsUnder(tx, notice.taskId)) {
    const isUnderIt = sha256(planText(run.plan, run.codeHash)) === notice.planHash
    if (!isUnderIt || !run.parties.some((party) => party.partyId === partyId)) continue
    await endRun(tx, deps, run.id, { phase: 'failed', failure: failureOf(run, { code: 'grant.withdrawn', partyId }) })
  }
}
