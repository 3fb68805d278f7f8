import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorCode, fail, ModelCard } from '@tessera/contract'
import { checkInWorker, type ExplainedModel, type KnownModel, type ModelFile } from '@tessera/inference'
import { sha256 as hashOf, writeAtomically } from '@tessera/server'
import type { InferenceDeps } from './deps.ts'
import { findModel, putModel, type StoredInference, type StoredModel } from './queries.ts'

/**
 * Returns the paths of a model's files. The model's id comes from the network, so file names contain its hash instead.
 */
const pathsOf = (dataDir: string, modelId: string) => {
  const name = hashOf(modelId).slice(0, 32)
  return { onnx: join(dataDir, 'models', `${name}.onnx`), card: join(dataDir, 'models', `${name}.json`) }
}

/**
 * Fetches the model's file if necessary, checks that it can be loaded, and returns the model card. After the first
 * fetch, the platform may be offline.
 */
export async function pullModel(deps: InferenceDeps, modelId: string): Promise<ModelCard> {
  if (!isKept(deps, modelId)) await fetchModel(deps, modelId)
  const file = localModel(deps, modelId)
  try {
    await deps.runtime.describe(file)
  } catch (error) {
    const model = findModel(deps.db, modelId)
    // The file cannot be loaded, so the next task must fetch the file again.
    if (model && error instanceof AppError && error.code.startsWith('model.refused')) {
      note(deps, { ...model, failure: error })
    }
    throw error
  }
  return cardOf(deps, modelId)
}

const cardOf = async ({ dataDir }: Pick<InferenceDeps, 'dataDir'>, modelId: string): Promise<ModelCard> =>
  ModelCard.parse(JSON.parse(await readFile(pathsOf(dataDir, modelId).card, 'utf8')))

/** Returns the name that the model had when the edge fetched it. */
export const nameOf = (card: ModelCard) => String(card.name ?? card.label)

/** Returns the model of a task that is ready, in the form that the shared inference code uses. */
export async function knownModel(
  deps: InferenceDeps,
  { modelId, input, output }: StoredInference,
): Promise<KnownModel> {
  if (input === null || output === null) fail('inference.not-ready')
  return { file: localModel(deps, modelId), input, output }
}

/** Returns the model of a task and its model card, which contains the terms of an additive model. */
export async function explainedModel(deps: InferenceDeps, inference: StoredInference): Promise<ExplainedModel> {
  return { ...(await knownModel(deps, inference)), card: await cardOf(deps, inference.modelId) }
}

/**
 * Returns any model of the party with its model card. If the model is not stored at this edge, the edge fetches it
 * first.
 */
export async function modelAtHand(deps: InferenceDeps, modelId: string): Promise<ExplainedModel> {
  const card = await pullModel(deps, modelId)
  return { file: localModel(deps, modelId), input: card.input, output: card.output, card }
}

/**
 * Returns the stored file and the hash that must be verified at each load. If the file was altered, the edge fetches it
 * again.
 */
function localModel(deps: InferenceDeps, modelId: string): ModelFile {
  const { sha256, failure } = findModel(deps.db, modelId) ?? fail('model.not-found')
  if (failure) throw new AppError(failure.code as ErrorCode, failure.params)
  return {
    sha256,
    read: async () => {
      const file = await readFile(pathsOf(deps.dataDir, modelId).onnx).catch(() => undefined)
      if (file && hashOf(file) === sha256) return file
      deps.logger.warn(`the file of model ${modelId} was altered or is gone: it is fetched again`)
      deps.log.append('model-refused', { modelId, sha256: file && hashOf(file), because: 'model.changed' })
      return fetchModel(deps, modelId).catch(() => fail('model.changed'))
    },
  }
}

function isKept(deps: InferenceDeps, modelId: string): boolean {
  const { onnx, card } = pathsOf(deps.dataDir, modelId)
  return findModel(deps.db, modelId)?.failure === null && existsSync(onnx) && existsSync(card)
}

/** Fetches a model file, and stores it only if it has the hash that the platform names and passes every check. */
async function fetchModel(deps: InferenceDeps, modelId: string): Promise<Uint8Array> {
  const [file, { sha256: logged, ...card }] = await Promise.all([
    deps.platform.modelFile(modelId),
    deps.platform.modelCard(modelId),
  ])
  const sha256 = hashOf(file)
  const failure = sha256 === logged ? await refusalOf(sha256, file) : new AppError('model.changed')
  if (failure) {
    deps.log.append('model-refused', { modelId, sha256, logged, because: failure.code })
    throw failure
  }
  const paths = pathsOf(deps.dataDir, modelId)
  await writeAtomically(paths.onnx, file)
  await writeAtomically(paths.card, JSON.stringify(card))
  note(deps, { modelId, sha256, failure: null })
  return file
}

/** Logs that a model was accepted or refused, before the decision takes effect. */
function note({ log, db }: InferenceDeps, model: StoredModel) {
  const { modelId, sha256, failure } = model
  if (failure) log.append('model-refused', { modelId, sha256, because: failure.code })
  else log.append('model-accepted', { modelId, sha256 })
  putModel(db, { ...model, failure: failure && { code: failure.code, params: failure.params } })
}

async function refusalOf(sha256: string, file: Uint8Array): Promise<AppError | null> {
  try {
    await checkInWorker(sha256, file)
    return null
  } catch (error) {
    return error instanceof AppError ? error : new AppError('internal')
  }
}
