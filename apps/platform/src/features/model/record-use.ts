import { and, eq, gte } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { findUser } from '../account/index.ts'
import { type AlgorithmDeps, recordActivity } from '../algorithm/index.ts'
import type { EdgeReportOf } from '../environment/index.ts'
import { isMember } from '../party/index.ts'
import { findModel } from './queries.ts'
import { model, modelUse } from './table.ts'

/**
 * Records that a party's own model was used, at the party's edge or on the platform. A use is an inference task or,
 * without a name, predictions without a task, which count once a day.
 */
export async function recordModelUse(
  tx: Db,
  use: { modelId: string; name: string; time: Date },
  user: { userId: string; displayName: string; partyId: string },
) {
  const found = await findModel(tx, use.modelId)
  if (!found || found.model.partyId !== user.partyId) return
  if (use.name === '' && (await isNotedToday(tx, use, user.userId))) return
  await tx.insert(modelUse).values({
    id: newId(),
    artifactId: found.artifact.id,
    modelId: use.modelId,
    partyId: user.partyId,
    userId: user.userId,
    name: use.name,
    time: use.time,
  })
  const content = { jobName: use.name, modelName: found.model.name }
  const taskId = found.artifact.taskId
  const entry = { subject: 'model', subjectId: found.artifact.id, action: 'use', taskId, content } as const
  await recordActivity(tx, user, [entry], use.time)
}

async function isNotedToday(tx: Db, { modelId, time }: { modelId: string; time: Date }, userId: string) {
  // The model is locked, so that two browser tabs that predict at the same time count as one use.
  await tx.select({ id: model.id }).from(model).where(eq(model.id, modelId)).for('update')
  const day = new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
  const same = and(eq(modelUse.modelId, modelId), eq(modelUse.userId, userId), eq(modelUse.name, ''))
  return (await tx.$count(modelUse, and(same, gte(modelUse.time, day)))) > 0
}

/** Records a use of a model that a party's edge reports. */
export async function recordReportedUse(
  deps: AlgorithmDeps,
  tx: Db,
  partyId: string,
  report: EdgeReportOf<'model-use'>,
) {
  // Ignore users outside the party: an edge must not record a use under their name.
  if (!(await isMember(tx, report.userId, partyId))) return
  const displayName = (await findUser(tx, report.userId))?.displayName ?? ''
  const reported = new Date(report.time)
  const now = deps.clock.now()
  const time = Number.isNaN(reported.getTime()) || reported > now ? now : reported
  await recordModelUse(tx, { ...report, time }, { userId: report.userId, displayName, partyId })
}
