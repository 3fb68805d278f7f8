import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, fail, type InferenceResult, type Prediction } from '@tessera/contract'
import { writeAtomically } from '@tessera/server'
import { CsvLines } from '../../lib/csv-lines.ts'
import { ident, parquet } from '../../lib/duck.ts'
import { cellOf, findDataset, ROW_ID, type StoredDataset } from '../dataset/index.ts'
import type { InferenceDeps } from './deps.ts'
import { confirmedModel, pullModel } from './models.ts'
import {
  findByResultPath,
  findInference,
  findModel,
  listUnfinished,
  type StoredInference,
  updateInference,
} from './queries.ts'
import { namesBeside } from './result-columns.ts'

/** Work that stopped the edge this often, with a full memory perhaps, would stop it at every start. */
const MOST_ATTEMPTS = 3

/** Fetches the model in the background; the caller looks again until the task is created. */
export async function prepare(deps: InferenceDeps, inferenceId: string) {
  await inBackground(deps, inferenceId, async (inference) => {
    const card = await pullModel(deps, inference.modelId)
    const modelName = String(card.modelName ?? card.name ?? card.label)
    const { modelId, createdByUserId: userId, name } = inference
    // The platform counts who uses a model, once a task; what it is asked stays here.
    deps.outbox.add({ kind: 'model-use', modelId, userId, name, time: deps.now().toISOString() })
    return { ...inference, modelName, inputs: card.inputs, output: card.output, status: 'created' }
  })
}

/** Predicts every row of a dataset into a CSV file that stays here. */
export async function predictDataset(deps: InferenceDeps, inferenceId: string) {
  await inBackground(deps, inferenceId, async (inference) => {
    const dataset = findDataset(deps.db, inference.datasetId ?? '') ?? fail('dataset.not-found')
    const result = await writePredictions(deps, inference, dataset)
    noteRun(deps, inference, { rows: result.rowCount, datasetId: dataset.id })
    return { ...inference, status: 'completed', result, failure: null }
  })
}

/** Takes up what a restart interrupted. What was asked by form is gone with its caller. */
export async function resume(deps: InferenceDeps) {
  await sweepResults(deps)
  for (const inference of listUnfinished(deps.db)) {
    if (inference.status === 'creating') void prepare(deps, inference.id)
    else if (inference.datasetId !== null) void predictDataset(deps, inference.id)
    else await keep(deps, inference, failed(inference, new AppError('inference.interrupted')))
  }
}

/** Files that a crash left behind, half written or no longer anybody's result. */
async function sweepResults({ db, dataDir }: InferenceDeps) {
  const names = await readdir(join(dataDir, 'results')).catch(() => [])
  const paths = names.map((name) => `results/${name}`).filter((path) => !findByResultPath(db, path))
  await Promise.all(paths.map((path) => rm(join(dataDir, path), { force: true })))
}

/** Writes how work ended, and removes the file that is nobody's result by that. */
export async function keep({ db, dataDir }: InferenceDeps, before: StoredInference, after: StoredInference) {
  const spent = updateInference(db, after) ? before : after
  const path = spent.result?.resultPath
  if (path && !findByResultPath(db, path)) await rm(join(dataDir, path), { force: true })
}

export function noteRun(deps: InferenceDeps, inference: StoredInference, data: Record<string, string | number>) {
  const { modelId, createdByUserId: userId } = inference
  const sha256 = findModel(deps.db, modelId)?.sha256
  deps.log.append('inference', { inferenceId: inference.id, modelId, sha256, userId, ...data })
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
    if (known !== error) deps.say(`inference ${inferenceId}: ${error instanceof Error ? error.stack : error}`)
    return failed(before, known)
  })
  await keep(deps, before, after)
}

async function attempt(inference: StoredInference, work: (inference: StoredInference) => Promise<StoredInference>) {
  if (inference.attempts > MOST_ATTEMPTS) fail('inference.stopped-edge', { attempts: MOST_ATTEMPTS })
  return work(inference)
}

const failed = (inference: StoredInference, { code, params }: AppError): StoredInference => ({
  ...inference,
  status: 'failed',
  failure: { code, params },
})

async function writePredictions(deps: InferenceDeps, inference: StoredInference, dataset: StoredDataset) {
  const name = `${inference.id}-${deps.now().getTime()}.csv`
  const score = { rows: 0, labelled: 0, right: 0 }
  const csv = new CsvLines()
  await writeAtomically(join(deps.dataDir, 'results', name), predictedLines(deps, inference, dataset, { csv, score }))
  return {
    type: 'tabularCollection',
    header: dataset.columns,
    predictions: [],
    resultPath: `results/${name}`,
    rowCount: score.rows,
    accuracy: score.labelled ? score.right / score.labelled : null,
    harmlessCells: csv.harmless,
  } satisfies InferenceResult
}

async function* predictedLines(
  deps: InferenceDeps,
  inference: StoredInference,
  dataset: StoredDataset,
  { csv, score }: { csv: CsvLines; score: Score },
) {
  const { modelId, output } = inference
  const model = await confirmedModel(deps, modelId)
  const classes = (output?.kind === 'classes' ? (output.classes ?? []) : []).map(String)
  const names = [ROW_ID, ...dataset.columns]
  // Programs for tables take a file without this mark for something other than UTF-8.
  const said = namesBeside(names, ['prediction', ...classes.map((name) => `probability ${name}`)])
  yield `\uFEFF${csv.line([...names, ...said])}`

  const cells = [ident(ROW_ID), ...dataset.columns.map((name) => cellOf(name, dataset.columnTypes[name]))]
  for await (const rows of deps.duck.batches(`SELECT ${cells.join(', ')} FROM ${parquet(dataset.file)}`)) {
    const predictions = await deps.runtime.predict(model, rows)
    for (const prediction of predictions) count(score, prediction, output?.kind === 'classes' ? output.label : null)
    yield predictions
      .map(({ data, result, probabilities }) =>
        csv.line([
          ...names.map((name) => data[name] ?? ''),
          result,
          ...classes.map((name) => probabilities[name] ?? ''),
        ]),
      )
      .join('')
  }
}

interface Score {
  rows: number
  labelled: number
  right: number
}

function count(score: Score, prediction: Prediction, label: string | null) {
  score.rows += 1
  const truth = label !== null && Object.hasOwn(prediction.data, label) ? prediction.data[label] : null
  if (truth === undefined || truth === null) return
  score.labelled += 1
  if (String(truth) === prediction.result) score.right += 1
}
