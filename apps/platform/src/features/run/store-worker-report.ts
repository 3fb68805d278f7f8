import { RunStep } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import type { EdgeReportOf } from '../environment/index.ts'
import { endRun } from './end-run.ts'
import { readFleetStart } from './flower-link.ts'
import { findRun } from './queries.ts'
import { failureOf } from './run-state.ts'

/**
 * Error codes of temporary causes: a worker was ended, found no free space, or died with its SuperNode or task runner.
 * The ServerApp retries after these.
 */
const PASSING = ['run.worker-died', 'run.worker-hung', 'guard.no-space', 'run.supernode-lost']

/**
 * Ends the run if a worker at one of its parties was refused, failed or died. The edge reports this long before Flower
 * detects it.
 */
export async function storeWorkerReport(deps: AlgorithmDeps, tx: Db, partyId: string, report: EdgeReportOf<'worker'>) {
  const run = await findRun(tx, report.runId)
  if (!run?.parties.some((party) => party.partyId === partyId)) return
  // Reports about another Flower run, or from before a restart of the fleet, are ignored: they do not concern the
  // current run.
  if (report.attemptId !== run.attemptId) return
  if (run.fleetStart !== null && run.fleetStart !== (await readFleetStart(deps.settings.DATA_DIR))) return
  if (report.outcome === 'died' && PASSING.includes(report.code)) return
  const step = RunStep.safeParse(report.step).data ?? run.step
  const failure = failureOf(run, { code: report.code, params: report.params, partyId, step })
  await endRun(tx, deps, run.id, { phase: 'failed', failure })
}
