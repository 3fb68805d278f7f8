import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorCode, fail, type ModelCard, readModelCard } from '@tessera/contract'
import { checkApart, type ExplainedModel, type KnownModel, type ModelFile } from '@tessera/inference'
import { sha256 as hashOf, writeAtomically } from '@tessera/server'
import type { InferenceDeps } from './deps.ts'
import { findModel, listModelIds, putModel, type StoredInference, type StoredModel } from './queries.ts'

/** An id from the wire is no file name. */
const pathsOf = (dataDir: string, modelId: string) => {
  const name = hashOf(modelId).slice(0, 32)
  return { onnx: join(dataDir, 'models', `${name}.onnx`), card: join(dataDir, 'models', `${name}.json`) }
}

/** The model's card, once its file lies here and runs: fetched once; from then on the platform may be away. */
export async function pullModel(deps: InferenceDeps, modelId: string): Promise<ModelCard> {
  if (!isKept(deps, modelId)) await fetchModel(deps, modelId)
  const file = await confirmedModel(deps, modelId)
  try {
    await deps.runtime.describe(file)
  } catch (error) {
    const model = findModel(deps.db, modelId)
    // What cannot be loaded is fetched anew by the next task.
    if (model && error instanceof AppError && error.code.startsWith('model.refused')) {
      note(deps, { ...model, failure: error })
    }
    throw error
  }
  return cardOf(deps, modelId)
}

const cardOf = async ({ dataDir }: Pick<InferenceDeps, 'dataDir'>, modelId: string): Promise<ModelCard> =>
  readModelCard(JSON.parse(await readFile(pathsOf(dataDir, modelId).card, 'utf8')))

/** As its party called it when it was fetched; of a card that an earlier version kept, what it predicts. */
export const nameOf = (card: ModelCard) => String(card.name ?? card.label)

/** What an earlier version kept serves, checked as it is, only until the platform can be asked. */
async function confirmedModel(deps: InferenceDeps, modelId: string): Promise<ModelFile> {
  if (findModel(deps.db, modelId)?.isConfirmed === false) {
    await fetchModel(deps, modelId).catch((error) => {
      if ((error as AppError).code !== 'edge.platform-away') throw error
    })
  }
  return localModel(deps, modelId)
}

/** The model of a task that is ready, for the flow that every server shares. */
export async function knownModel(
  deps: InferenceDeps,
  { modelId, input, output }: StoredInference,
): Promise<KnownModel> {
  if (input === null || output === null) fail('inference.not-ready')
  return { file: await confirmedModel(deps, modelId), input, output }
}

/** The same with its card, which says what the model adds up where it does. */
export async function explainedModel(deps: InferenceDeps, inference: StoredInference): Promise<ExplainedModel> {
  return { ...(await knownModel(deps, inference)), card: await cardOf(deps, inference.modelId) }
}

/** Any own model with its card, fetched where it does not lie here yet. */
export async function modelAtHand(deps: InferenceDeps, modelId: string): Promise<ExplainedModel> {
  const card = await pullModel(deps, modelId)
  return { file: localModel(deps, modelId), input: card.input, output: card.output, card }
}

/** The file that lies here, with the hash it must have whenever it is loaded; another in its place is fetched anew. */
function localModel(deps: InferenceDeps, modelId: string): ModelFile {
  const { sha256, failure } = findModel(deps.db, modelId) ?? fail('model.not-found')
  if (failure) throw new AppError(failure.code as ErrorCode, failure.params)
  return {
    sha256,
    read: async () => {
      const file = await readFile(pathsOf(deps.dataDir, modelId).onnx).catch(() => undefined)
      if (file && hashOf(file) === sha256) return file
      deps.say(`the file of model ${modelId} was altered or is gone: it is fetched anew`)
      deps.log.append('model-refused', { modelId, sha256: file && hashOf(file), because: 'model.changed' })
      return fetchModel(deps, modelId).catch(() => fail('model.changed'))
    },
  }
}

/** At the start after an upgrade: files that were fetched before hashes were kept. A bad one stops nothing but its use. */
export async function checkKeptModels(deps: InferenceDeps) {
  for (const modelId of listModelIds(deps.db)) {
    const { onnx } = pathsOf(deps.dataDir, modelId)
    if (findModel(deps.db, modelId) || !existsSync(onnx)) continue
    const file = await readFile(onnx)
    const sha256 = hashOf(file)
    const failure = await refusalOf(sha256, file)
    note(deps, { modelId, sha256, isConfirmed: false, failure })
    if (failure) deps.say(`model ${modelId} is not used any more: ${failure.code} ${JSON.stringify(failure.params)}`)
  }
}

function isKept(deps: InferenceDeps, modelId: string): boolean {
  const { onnx, card } = pathsOf(deps.dataDir, modelId)
  return findModel(deps.db, modelId)?.failure === null && existsSync(onnx) && existsSync(card)
}

/** Only the file whose hash the platform names, and only one that passes every check, comes to lie here. */
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
  note(deps, { modelId, sha256, isConfirmed: true, failure: null })
  return file
}

/** The decision is logged before it takes effect. */
function note({ log, db }: InferenceDeps, model: StoredModel) {
  const { modelId, sha256, isConfirmed, failure } = model
  if (failure) log.append('model-refused', { modelId, sha256, because: failure.code })
  else log.append('model-accepted', { modelId, sha256, isConfirmed })
  putModel(db, { ...model, failure: failure && { code: failure.code, params: failure.params } })
}

async function refusalOf(sha256: string, file: Uint8Array): Promise<AppError | null> {
  try {
    await checkApart(sha256, file)
    return null
  } catch (error) {
    return error instanceof AppError ? error : new AppError('internal')
  }
}
