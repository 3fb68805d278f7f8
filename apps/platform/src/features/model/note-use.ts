import type { EdgeReport } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { newId } from '../../lib/ids.ts'
import { noteActivity } from '../algorithm/index.ts'
import { findModel } from './queries.ts'
import { modelUse } from './table.ts'

type UseReport = Extract<EdgeReport, { kind: 'model-use' }>

/** One inference task on a party's own model, at its edge or here. */
export async function noteModelUse(
  tx: Db,
  use: { modelId: string; name: string; time: Date },
  user: { userId: string; displayName: string; partyId: string; partyName: string },
) {
  const found = await findModel(tx, use.modelId)
  if (!found || found.model.partyId !== user.partyId) return
  await tx.insert(modelUse).values({
    id: newId(),
    artifactId: found.artifact.id,
    modelId: use.modelId,
    partyId: user.partyId,
    userId: user.userId,
    name: use.name,
    time: use.time,
  })
  const content = { partyName: user.partyName, jobName: use.name, modelName: found.model.name }
  const taskId = found.artifact.taskId
  const entry = { subject: 'model', subjectId: found.artifact.id, action: 'use', taskId, content } as const
  await noteActivity(tx, user, [entry], use.time)
}

export type { UseReport }
