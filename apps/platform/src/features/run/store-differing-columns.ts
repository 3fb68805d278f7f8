import { grantedColumns } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import type { EdgeReportOf } from '../environment/index.ts'
import { notifyRunMoved } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { updateRun } from './queries.ts'

/**
 * Stores the plan's columns in which a party's values differ widely from those of the other parties, as the party's
 * edge reports.
 */
export async function storeDifferingColumns(
  deps: AlgorithmDeps,
  tx: Db,
  partyId: string,
  report: EdgeReportOf<'apart'>,
) {
  const run = await lockWithTask(tx, report.runId)
  if (!run?.parties.some((party) => party.partyId === partyId)) return
  const apart = grantedColumns(run.plan).filter((column) => report.columns.includes(column))
  if (apart.length === 0) return
  const parties = run.parties.map((party) => (party.partyId === partyId ? { ...party, apart } : party))
  await updateRun(tx, run.id, { parties })
  await notifyRunMoved(tx, deps, run.taskId)
}
