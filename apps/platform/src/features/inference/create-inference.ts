import { AppError, fail } from '@tessera/contract'
import { textsOfInference } from '@tessera/inference'
import { eq } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { newId } from '../../lib/ids.ts'
import { findVisible, type ModelDeps, recordModelUse } from '../model/index.ts'
import { isNameTaken } from './queries.ts'
import { inference } from './table.ts'

interface NewInference {
  modelId: string
  name: string
  description: string
}

/** Creates an inference task. The task is ready once its model has been loaded. */
export async function createInference(deps: ModelDeps, input: NewInference, actor: Actor): Promise<string> {
  const partyId = requireParty(actor)
  const { name, description } = textsOfInference(input)
  const id = newId()
  const artifact = await deps.db.transaction(async (tx) => {
    const found = await findVisible(tx, input.modelId, actor)
    if (!found.abilities.use) fail('model.not-allowed')
    if (await isNameTaken(tx, partyId, name)) fail('inference.name-taken')
    const createTime = deps.clock.now()
    const who = { partyId, createdByUserId: actor.userId, createdBy: actor.displayName }
    await tx.insert(inference).values({
      id,
      name,
      description,
      modelId: input.modelId,
      status: 'creating',
      createTime,
      busySince: createTime,
      ...who,
    })
    await recordModelUse(tx, { modelId: input.modelId, name, time: createTime }, { ...actor, partyId })
    await record(tx, 'inference.created', { inferenceId: id, modelId: input.modelId, partyId, userId: actor.userId })
    return found.artifact
  })

  // The model is loaded now, so that the first prediction is quick and the user learns about a broken file at once.
  const { runtime, knownModel } = deps.modelStore
  const prepared = await runtime.describe(knownModel(artifact).file).then(
    () => ({ status: 'created', failure: null }) as const,
    (error: unknown) => {
      deps.log.error({ err: error, inferenceId: id }, 'a model could not be loaded')
      const { code, params } = error instanceof AppError ? error : new AppError('internal')
      return { status: 'failed', failure: code, failureParams: params } as const
    },
  )
  await deps.db
    .update(inference)
    .set({ ...prepared, busySince: null })
    .where(eq(inference.id, id))
  return id
}
