import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, fail } from '@tessera/contract'
import { inferDataset } from '@tessera/inference'
import { writeAtomically } from '@tessera/server'
import { findDataset, type StoredDataset } from '../rows/index.ts'
import type { InferenceDeps } from './deps.ts'
import { inputRows } from './input-rows.ts'
import { knownModel, nameOf, pullModel } from './models.ts'
import {
  findByResultPath,
  findInference,
  findModel,
  listUnfinished,
  type StoredInference,
  updateInference,
} from './queries.ts'

/**
 * Maximum number of attempts per job. Without a limit, a job that ends the edge process, for example by exhausting
 * memory, would do so at every start.
 */
const MAX_ATTEMPTS = 3

const AGAIN_MS = 5_000

/**
 * Fetches the model in the background, while the caller polls until the task is ready. If the platform is unreachable,
 * the state of the task does not change and the edge retries.
 */
export async function prepare(deps: InferenceDeps, inferenceId: string) {
  await inBackground(deps, inferenceId, async (inference) => {
    const card = await pullModel(deps, inference.modelId).catch((error) => {
      if ((error as AppError).code !== 'edge.platform-away') throw error
    })
    if (!card) {
      setTimeout(() => deps.db.isOpen && void prepare(deps, inferenceId), AGAIN_MS).unref()
      return { ...inference, attempts: inference.attempts - 1 }
    }
    const modelName = nameOf(card)
    const { modelId, createdByUserId: userId, name } = inference
    // The platform counts the use of a model once per task. The inputs do not leave this edge.
    deps.outbox.add({ kind: 'model-use', modelId, userId, name, time: deps.now().toISOString() })
    return { ...inference, modelName, input: card.input, output: card.output, status: 'created' }
  })
}

/** Writes the predictions for every row of a dataset to a CSV file. The file does not leave this edge. */
export async function predictDataset(deps: InferenceDeps, inferenceId: string) {
  await inBackground(deps, inferenceId, async (inference) => {
    const dataset = findDataset(deps.db, inference.datasetId ?? '') ?? fail('dataset.not-found')
    const result = await writePredictions(deps, inference, dataset)
    recordRun(deps, inference, { rows: result.rowCount, datasetId: dataset.id })
    return { ...inference, status: 'completed', result, failure: null }
  })
}

/**
 * Resumes jobs that a restart interrupted. The inputs of forms are not stored, so their predictions are not resumed.
 */
export async function resume(deps: InferenceDeps) {
  await sweepResults(deps)
  for (const inference of listUnfinished(deps.db)) {
    if (inference.status === 'creating') void prepare(deps, inference.id)
    else if (inference.datasetId !== null) void predictDataset(deps, inference.id)
    else await keep(deps, inference, failed(inference, new AppError('inference.interrupted')))
  }
}

/** Deletes files that a crash left behind: incomplete files, and files that belong to no result. */
async function sweepResults({ db, dataDir }: InferenceDeps) {
  const names = await readdir(join(dataDir, 'results')).catch(() => [])
  const paths = names.map((name) => `results/${name}`).filter((path) => !findByResultPath(db, path))
  await Promise.all(paths.map((path) => rm(join(dataDir, path), { force: true })))
}

/** Stores the outcome of a job, and removes the file of the previous result. */
export async function keep({ db, dataDir }: InferenceDeps, before: StoredInference, after: StoredInference) {
  const spent = updateInference(db, after) ? before : after
  const path = spent.result?.resultPath
  if (path && !findByResultPath(db, path)) await rm(join(dataDir, path), { force: true })
}

export function recordRun(deps: InferenceDeps, inference: StoredInference, data: Record<string, string | number>) {
  const { id: inferenceId, modelId, createdByUserId: userId } = inference
  recordAnswer(deps, { inferenceId, modelId, userId }, data)
}

/**
 * Logs which user used a model and for how many rows, but not the inputs. `inferenceId` is the id of the task, if there
 * is a task.
 */
export function recordAnswer(
  { db, log }: InferenceDeps,
  { modelId, ...use }: { inferenceId?: string; modelId: string; userId: string },
  data: Record<string, string | number>,
) {
  log.append('inference', { ...use, modelId, sha256: findModel(db, modelId)?.sha256, ...data })
}

async function inBackground(
  deps: InferenceDeps,
  inferenceId: string,
  work: (inference: StoredInference) => Promise<StoredInference>,
) {
  const found = findInference(deps.db, inferenceId)
  if (!found) return
  const before = { ...found, attempts: found.attempts + 1 }
  updateInference(deps.db, before)
  const after = await attempt(before, work).catch((error: unknown): StoredInference => {
    const known = error instanceof AppError ? error : new AppError('internal')
    if (known !== error) deps.logger.error({ err: error, inferenceId }, 'an inference failed')
    return failed(before, known)
  })
  await keep(deps, before, after)
}

async function attempt(inference: StoredInference, work: (inference: StoredInference) => Promise<StoredInference>) {
  if (inference.attempts > MAX_ATTEMPTS) fail('inference.stopped-edge', { attempts: MAX_ATTEMPTS })
  return work(inference)
}

const failed = (inference: StoredInference, { code, params }: AppError): StoredInference => ({
  ...inference,
  status: 'failed',
  failure: { code, params },
})

async function writePredictions(deps: InferenceDeps, inference: StoredInference, dataset: StoredDataset) {
  const path = `results/${inference.id}-${deps.now().getTime()}.csv`
  const { lines, result } = inferDataset(deps.runtime, await knownModel(deps, inference), inputRows(deps.duck, dataset))
  await writeAtomically(join(deps.dataDir, path), lines)
  return result(path)
}
