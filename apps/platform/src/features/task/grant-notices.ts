import type { GrantNotice } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { loadTask } from './load.ts'
import { findTask } from './queries.ts'
import { grantNotice } from './table.ts'
import { tellTaskChanged, tellWithdrawn } from './tell.ts'

/** An edge says that a ticket of its party stands, or no longer does. */
export async function takeGrantNotice(deps: AlgorithmDeps, db: Db, partyId: string, notice: GrantNotice) {
  const task = await findTask(db, notice.taskId)
  if (!task) return
  const { withdrawn, expiryTime, ...rest } = notice
  const loaded = await loadTask(db, deps, task)
  const values = {
    ...rest,
    partyId,
    expiryTime: new Date(expiryTime),
    isWithdrawn: withdrawn,
    roundsLeft: notice.roundsLeft ?? null,
    number: notice.number ?? null,
    runId: notice.runId ?? null,
    noticeTime: deps.clock.now(),
    // Later on it says what of the plan has changed. The ticket itself stays at its edge.
    ...(loaded.planHash === notice.planHash && { plan: loaded.plan, codeHash: loaded.codeHash }),
  }
  await db
    .insert(grantNotice)
    .values(values)
    .onConflictDoUpdate({ target: [grantNotice.partyId, grantNotice.id], set: values })
  await tellTaskChanged(db, deps, notice.taskId)
  if (withdrawn && partyId !== task.partyId) await tellWithdrawn(db, deps, loaded, partyId)
}
