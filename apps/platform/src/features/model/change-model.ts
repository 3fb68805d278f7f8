import { fail, MODEL_LIMITS } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { newId } from '../../lib/ids.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { canSeeModel, type ModelState, modelAbilities } from './policy.ts'
import { findModel, listSiblings } from './queries.ts'
import { artifact, type ModelRow, model } from './table.ts'

export interface ModelTexts {
  name: string
  description: string
  instruction: string
  application: string
}

/** Returns a model that this actor may see, and what the actor may do with it. */
export async function findVisible(db: Db, modelId: string, actor: Actor) {
  const loaded = (await findModel(db, modelId)) ?? fail('model.not-found')
  if (!canSeeModel(actor, loaded.model)) fail('model.not-found')
  const { own, published } = ownAndPublished(await listSiblings(db, [loaded.model.artifactId]), actor)
  const state: ModelState = {
    ...loaded.model,
    artifactIsPublished: published !== undefined,
    askerHasOwn: own !== undefined,
  }
  return { ...loaded, abilities: modelAbilities(actor, state), state, published, own }
}

/** Finds two models among those of one run: the model in the pool, and the reader's own model. */
export function ownAndPublished(siblings: ModelRow[], asker: Pick<Actor, 'partyId'>) {
  return {
    published: siblings.find(({ isPublished }) => isPublished),
    own: siblings.find(({ isPublished, partyId }) => !isPublished && partyId === asker.partyId),
  }
}

/**
 * Publishes a model of the actor's party, once per run, so that the pool contains no duplicates. The texts for the
 * pool, except the name, are also copied to the owner's model and card.
 */
export async function publishModel(deps: AlgorithmDeps, modelId: string, texts: ModelTexts, actor: Actor) {
  const checked = checkTexts(texts, ['name', 'description', 'instruction', 'application'])
  return deps.db.transaction(async (tx) => {
    const source = await lockVisible(tx, modelId, actor)
    if (source.model.isCopy) fail('model.copy-not-publishable')
    if (source.model.isPublished || source.published) fail('model.already-published')
    if (!source.abilities.publish) fail('model.not-allowed')
    const id = newId()
    const now = deps.clock.now()
    const values = { ...source.model, ...checked, id, isPublished: true, sourceModelId: modelId, downloadCount: 0 }
    await tx.insert(model).values({ ...values, createdByUserId: actor.userId, createTime: now, updateTime: now })
    const { name: _name, ...about } = checked
    await tx.update(model).set(about).where(eq(model.id, modelId))
    await record(tx, 'model.published', { modelId: id, sourceModelId: modelId, userId: actor.userId })
    return id
  })
}

/** Copies a model of the pool for the actor's party. The copy cannot be published again. */
export async function copyModel(deps: AlgorithmDeps, modelId: string, actor: Actor): Promise<string> {
  const partyId = requireParty(actor)
  return deps.db.transaction(async (tx) => {
    const source = await lockVisible(tx, modelId, actor)
    if (!source.model.isPublished) fail('model.not-allowed')
    if (source.own) fail('model.already-downloaded')
    if (!source.abilities.download) fail('model.not-allowed')
    const id = newId()
    const now = deps.clock.now()
    await tx.insert(model).values({
      ...source.model,
      id,
      partyId,
      isPublished: false,
      isCopy: true,
      sourceModelId: modelId,
      downloadCount: 0,
      createdByUserId: actor.userId,
      createTime: now,
      updateTime: now,
    })
    await tx
      .update(model)
      .set({ downloadCount: source.model.downloadCount + 1 })
      .where(eq(model.id, modelId))
    await record(tx, 'model.copied', { modelId: id, sourceModelId: modelId, partyId, userId: actor.userId })
    return id
  })
}

export async function editModel(deps: AlgorithmDeps, modelId: string, texts: ModelTexts, actor: Actor) {
  const checked = checkTexts(texts, ['name', 'description', 'instruction'])
  await deps.db.transaction(async (tx) => {
    const found = await lockVisible(tx, modelId, actor)
    if (!found.abilities.edit) fail('model.not-allowed')
    await tx
      .update(model)
      .set({ ...checked, updateTime: deps.clock.now() })
      .where(eq(model.id, modelId))
    if (found.model.isPublished && found.model.sourceModelId) {
      const { name: _name, ...about } = checked
      await tx.update(model).set(about).where(eq(model.id, found.model.sourceModelId))
    }
    await record(tx, 'model.edited', { modelId, userId: actor.userId })
  })
}

/** Deletes a model of the actor's party, or removes a model from the pool. Copies of other parties remain. */
export async function removeModel(
  deps: AlgorithmDeps,
  modelId: string,
  actor: Actor,
  { isPublished }: { isPublished: boolean },
) {
  await deps.db.transaction(async (tx) => {
    const found = await lockVisible(tx, modelId, actor)
    if (found.model.isPublished !== isPublished) fail('model.not-found')
    if (!found.abilities.delete) fail('model.not-allowed')
    await tx.update(model).set({ deleteTime: deps.clock.now() }).where(eq(model.id, modelId))
    await record(tx, isPublished ? 'model.unpublished' : 'model.deleted', { modelId, userId: actor.userId })
  })
}

/** Locks the run's artifact, so that concurrent changes of the run's models are serialised. */
async function lockVisible(tx: Db, modelId: string, actor: Actor) {
  const found = (await findModel(tx, modelId)) ?? fail('model.not-found')
  await tx.select().from(artifact).where(eq(artifact.id, found.artifact.id)).for('update')
  return findVisible(tx, modelId, actor)
}

export function checkTexts(texts: ModelTexts, required: (keyof ModelTexts)[]): ModelTexts {
  const trimmed = {
    name: texts.name.trim(),
    description: texts.description.trim(),
    instruction: texts.instruction.trim(),
    application: texts.application.trim(),
  }
  if (required.some((field) => trimmed[field] === '')) fail('model.texts-required')
  for (const field of ['name', 'description', 'instruction', 'application'] as const) {
    if (trimmed[field].length > MODEL_LIMITS[field]) fail('model.text-too-long', { limit: MODEL_LIMITS[field] })
  }
  return trimmed
}
