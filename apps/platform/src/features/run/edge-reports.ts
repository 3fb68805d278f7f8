import { type EdgeReport, type PlatformToEdge, planText, RunStep } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Db } from '../../db/pool.ts'
import { after, HOUR_MS } from '../../lib/clock.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { applyDatasetReport } from '../dataset/index.ts'
import type { EdgeReportHandlers } from '../environment/index.ts'
import { noteReportedUse } from '../model/index.ts'
import { adoptHiddenDataset, lockTask, takeGrantNotice } from '../task/index.ts'
import { endRun, finishRun, lockWithTask } from './end-run.ts'
import { findRun, listActiveRunsUnder, listRunsEndedSince } from './queries.ts'
import { failureOf, hasEnded } from './run-state.ts'
import type { RunRow } from './table.ts'

type ReportOf<K extends EdgeReport['kind']> = Extract<EdgeReport, { kind: K }>

/** What edges report, each within the transaction that notes it as applied. */
export function edgeReportHandlers(deps: AlgorithmDeps): EdgeReportHandlers {
  return {
    async dataset(tx, { dataset }, partyId) {
      // The task first: the log, which applying appends to, is everybody's and must be locked last.
      if (dataset.taskId) await lockTask(tx, dataset.taskId)
      await adoptHiddenDataset(deps, tx, await applyDatasetReport(tx, partyId, dataset, deps.clock.now()))
    },
    async grant(tx, { grant }, partyId) {
      await takeGrantNotice(deps, tx, partyId, grant)
      if (grant.withdrawn) await endRunsUnder(deps, tx, partyId, grant)
    },
    worker: (tx, report, partyId) => takeWorkerReport(deps, tx, partyId, report),
    'model-use': (tx, report, partyId) => noteReportedUse(deps, tx, partyId, report),
  }
}

/** A worker at a party refused, failed or died: known here long before Flower notices. Only the run's own parties count. */
async function takeWorkerReport(deps: AlgorithmDeps, tx: Db, partyId: string, report: ReportOf<'worker'>) {
  const run = await findRun(tx, report.runId)
  if (!run?.parties.some((party) => party.partyId === partyId)) return
  const step = RunStep.safeParse(report.step).data ?? run.step
  const failure = failureOf(run, { code: report.code, params: report.params, partyId, step })
  await endRun(tx, deps, run.id, { phase: 'failed', failure })
}

/** A party took its ticket back: its rows may not be used any further, so what runs under the ticket ends. */
async function endRunsUnder(deps: AlgorithmDeps, tx: Db, partyId: string, grant: ReportOf<'grant'>['grant']) {
  const runs: RunRow[] = []
  for (const { id } of await listActiveRunsUnder(tx, grant.taskId)) {
    const run = await lockWithTask(tx, id)
    if (run && !hasEnded(run) && isUnder(run, partyId, grant.planHash)) runs.push(run)
  }
  for (const run of runs) {
    const failure = failureOf(run, { code: 'grant.withdrawn', partyId })
    await finishRun(tx, deps, run, { phase: 'failed', failure })
  }
}

const isUnder = (run: RunRow, partyId: string, planHash: string) =>
  run.parties.some((party) => party.partyId === partyId) && sha256(planText(run.plan, run.codeHash)) === planHash

/** What an edge may have missed while it was away: runs that ended otherwise than well. Said twice does no harm. */
export async function listMissedStops(
  { db, clock }: Pick<AlgorithmDeps, 'db' | 'clock'>,
  partyId: string,
): Promise<PlatformToEdge[]> {
  const runs = await listRunsEndedSince(db, after(clock.now(), -HOUR_MS))
  return runs
    .filter((run) => run.phase !== 'completed' && run.parties.some((party) => party.partyId === partyId))
    .map(({ id }) => ({ kind: 'stop-run', runId: id }))
}
