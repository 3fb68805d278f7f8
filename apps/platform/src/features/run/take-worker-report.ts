import { RunStep } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import type { EdgeReportOf } from '../environment/index.ts'
import { endRun } from './end-run.ts'
import { readFleetStart } from './flower-link.ts'
import { findRun } from './queries.ts'
import { failureOf } from './run-state.ts'

/** A worker that was ended, found no room, or went with its SuperNode or runner: the ServerApp asks its party again. */
const PASSING = ['run.worker-died', 'run.worker-hung', 'guard.no-space', 'run.supernode-lost']

/** A worker at a party refused, failed or died: known here long before Flower notices. Only the run's own parties count. */
export async function takeWorkerReport(deps: AlgorithmDeps, tx: Db, partyId: string, report: EdgeReportOf<'worker'>) {
  const run = await findRun(tx, report.runId)
  if (!run?.parties.some((party) => party.partyId === partyId)) return
  // What ended with the fleet before is no news of what goes on under this one, or will once the run is taken up again.
  if (report.flowerRunId !== undefined && report.flowerRunId !== run.flowerRunId) return
  if (run.fleetStart !== null && run.fleetStart !== (await readFleetStart(deps.settings.DATA_DIR))) return
  if (report.outcome === 'died' && PASSING.includes(report.code)) return
  const step = RunStep.safeParse(report.step).data ?? run.step
  const failure = failureOf(run, { code: report.code, params: report.params, partyId, step })
  await endRun(tx, deps, run.id, { phase: 'failed', failure })
}
