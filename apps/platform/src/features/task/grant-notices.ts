import type { GrantNotice } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { findUser } from '../account/index.ts'
import { type AlgorithmDeps, recordActivity } from '../algorithm/index.ts'
import { isMember } from '../party/index.ts'
import { joinedOf, type LoadedTask, loadTask } from './load.ts'
import { notifyOfWithdrawal, notifyTaskChanged } from './notify.ts'
import { findTask } from './queries.ts'
import { grantNotice } from './table.ts'

/** Stores an edge's notice that a consent ticket of its party is valid or no longer valid. */
export async function applyGrantNotice(deps: AlgorithmDeps, db: Db, partyId: string, notice: GrantNotice) {
  const task = await findTask(db, notice.taskId)
  if (!task) return
  const { withdrawn, expiryTime, byUserId, ...rest } = notice
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
    // Store plan and code hash, because they later show what changed in the plan. The ticket itself is stored only at
    // its edge.
    ...(loaded.planHash === notice.planHash && { plan: loaded.plan, codeHash: loaded.codeHash }),
  }
  await db
    .insert(grantNotice)
    .values(values)
    .onConflictDoUpdate({ target: [grantNotice.partyId, grantNotice.id], set: values })
  // The sender is checked, because an edge of a party outside the task must not write into the task's updates.
  if (byUserId && joinedOf(loaded).some((one) => one.partyId === partyId))
    await recordSigner(deps, db, loaded, { partyId, userId: byUserId, action: withdrawn ? 'withdraw' : 'sign' })
  await notifyTaskChanged(db, deps, notice.taskId)
  if (withdrawn && partyId !== task.partyId) await notifyOfWithdrawal(db, deps, loaded, partyId)
}

/**
 * Records who signed or withdrew a ticket. Only a member of the party is named, so that an edge cannot use the name of
 * another user.
 */
async function recordSigner(
  deps: AlgorithmDeps,
  db: Db,
  { task }: LoadedTask,
  { partyId, userId, action }: { partyId: string; userId: string; action: 'sign' | 'withdraw' },
) {
  const user = (await isMember(db, userId, partyId)) ? await findUser(db, userId) : undefined
  const doer = { userId: user?.id ?? null, displayName: user?.displayName ?? '', partyId }
  const entry = { subject: 'task', subjectId: task.id, action, taskId: task.id } as const
  await recordActivity(db, doer, [{ ...entry, content: { missionName: task.name } }], deps.clock.now())
}
