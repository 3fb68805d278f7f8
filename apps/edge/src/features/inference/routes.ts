import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  contentTypeOf,
  fail,
  type Inference,
  type InferenceResult,
  isOfCollection,
  type Language,
  type MatrixCell,
  phrase,
  type TableRow,
  type TaskCard,
} from '@tessera/contract'
import {
  CreateInference,
  DeleteInference,
  ExplainRow,
  GetInference,
  GetPredictedGraph,
  Infer,
  InferDataset,
  InferImages,
  InferText,
  ListInferences,
  ListMyTasksAtEdge,
  ListPredictedRows,
  pageRequest,
  toPage,
} from '@tessera/contract/wire'
import {
  besidePictures,
  explainRow,
  inferRows,
  readPictures,
  rowOfText,
  rowsOfPictures,
  textsOfInference,
} from '@tessera/inference'
import type { FastifyInstance } from 'fastify'
import { type Actor, shownBy } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import { findDataset, mayReadRows } from '../rows/index.ts'
import type { InferenceDeps } from './deps.ts'
import { directPredictionRoutes } from './direct-predictions.ts'
import { keep, predictDataset, prepare, recordRun } from './jobs.ts'
import { explainedModel, knownModel } from './models.ts'
import { inferenceAbilities, mayReadResult, maySee, seenOf } from './policy.ts'
import { predictedGraph } from './predicted-graph.ts'
import { readPredictedRows } from './predicted-rows.ts'
import {
  addInference,
  deleteInferenceRow,
  findByResultPath,
  findInference,
  findInferenceByName,
  listInferences,
  type StoredInference,
  updateInference,
} from './queries.ts'
import { withThumbnails } from './thumbnails.ts'

export function inferenceRoutes(serve: Serve, app: FastifyInstance, deps: InferenceDeps) {
  directPredictionRoutes(serve, app, deps)

  serve(app, CreateInference, (input, actor) => {
    const inference = newInference(deps, input, actor)
    addInference(deps.db, inference)
    void prepare(deps, inference.id)
    return inference.id
  })

  serve(app, Infer, ({ inferenceId, rows }, actor) => answer(ready(deps, inferenceId, actor), rows))
  serve(app, InferText, ({ inferenceId, text }, actor) => {
    const inference = ready(deps, inferenceId, actor)
    return answer(inference, [rowOfText(inference.input, text)])
  })
  serve(app, InferImages, async ({ inferenceId }, actor, { files }) => {
    own(deps, inferenceId, actor)
    const pictures = await readPictures(files)
    // The task is checked only now, because another request may have started a job while the pictures were read.
    const inference = ready(deps, inferenceId, actor)
    return besidePictures(await answer(inference, rowsOfPictures(inference.input, pictures)), pictures)
  })
  async function answer(inference: StoredInference, rows: TableRow[]) {
    // The task is still ready: it was not deleted and has no other job.
    updateInference(deps.db, { ...inference, status: 'running', datasetId: null })
    const result = await inferByForm(deps, inference, rows).catch((error) => {
      updateInference(deps.db, inference)
      throw error
    })
    await keep(deps, inference, { ...inference, status: 'completed', datasetId: null, result, failure: null })
    recordRun(deps, inference, { rows: rows.length })
    return result
  }

  serve(app, InferDataset, ({ inferenceId, datasetId }, actor) => {
    const inference = ready(deps, inferenceId, actor)
    const dataset = findDataset(deps.db, datasetId) ?? fail('dataset.not-found')
    if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
    updateInference(deps.db, { ...inference, status: 'running', datasetId, failure: null, attempts: 0 })
    void predictDataset(deps, inferenceId)
    return null
  })

  serve(app, ListInferences, ({ name, ...input }, actor, { language }) =>
    ownInferences(deps, actor, name, pageRequest(input), (one) => presentInference(deps, one, actor, language)),
  )
  serve(app, ListMyTasksAtEdge, ({ name, type, ...input }, actor, { language }) => {
    const page = pageRequest(input, 12)
    if (type === 'TRAIN') return toPage([], 0, page)
    return ownInferences(deps, actor, name, page, (one) => presentInferenceCard(deps, one, language))
  })

  serve(app, GetInference, ({ inferenceId }, actor, { language }) => {
    const inference = own(deps, inferenceId, actor)
    const result = shownResult(deps, inference, actor)
    return { inference: presentInference(deps, inference, actor, language), result, type: result?.type ?? '' }
  })

  serve(app, ExplainRow, async ({ inferenceId, row }, actor) => {
    const inference = ready(deps, inferenceId, actor)
    const explanation = await explainRow(deps.runtime, await explainedModel(deps, inference), row)
    recordRun(deps, inference, { rows: 1, act: 'explain' })
    return explanation
  })

  serve(app, ListPredictedRows, async ({ inferenceId, ...input }, actor) => {
    const inference = own(deps, inferenceId, actor)
    const { result, output } = inference
    if (!readsResult(deps, inference, actor)) fail('dataset.not-allowed')
    if (!result || !isOfCollection(result) || output === null) fail('inference.not-found')
    const { offset, size, current } = pageRequest(input)
    const cell = cellOf(input)
    const { rows, total } = await readPredictedRows(deps, { result, output, offset, size, cell })
    const dataset = findDataset(deps.db, inference.datasetId ?? '')
    const mayLook = inference.status === 'completed' && dataset?.media && mayReadRows(actor, dataset)
    const shown = mayLook ? await withThumbnails(deps, dataset, rows, actor) : rows
    deps.log.append('result-read', { inferenceId, ...shownBy(actor), from: offset, rows: rows.length, ...cell })
    return toPage(shown, total, { size, current })
  })

  serve(app, GetPredictedGraph, async ({ inferenceId }, actor) => {
    const inference = own(deps, inferenceId, actor)
    const { result, output, status, datasetId } = inference
    if (!readsResult(deps, inference, actor)) fail('dataset.not-allowed')
    const dataset = status === 'completed' && findDataset(deps.db, datasetId ?? '')
    if (!result || !isOfCollection(result) || output === null || !dataset) fail('inference.not-found')
    if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
    const graph = await predictedGraph(deps, dataset, { result, output })
    deps.log.append('result-read', { inferenceId, ...shownBy(actor), graph: true })
    return graph
  })

  serve(app, DeleteInference, async ({ inferenceId }, actor) => {
    const inference = own(deps, inferenceId, actor)
    if (!inferenceAbilities(actor, inference).delete) fail('inference.busy')
    deleteInferenceRow(deps.db, inference.id)
    if (inference.result?.resultPath) await rm(join(deps.dataDir, inference.result.resultPath), { force: true })
    return null
  })

  app.get('/results/:file', async (request, reply) => {
    const path = `results/${(request.params as { file: string }).file}`
    const actor = await deps.callerCheck.authenticate(request, { takesSession: true })
    const inference = findByResultPath(deps.db, path)
    if (!inference || !maySee(actor, inference)) fail('inference.not-found')
    if (!readsResult(deps, inference, actor)) fail('dataset.not-allowed')
    const file = join(deps.dataDir, path)
    if (!existsSync(file)) fail('inference.not-found')
    deps.log.append('result-read', { inferenceId: inference.id, ...shownBy(actor) })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${inference.name}.csv`)}`)
      .header('cache-control', 'no-store')
      .send(createReadStream(file))
  })
}

/** Returns the cell of the confusion matrix, or undefined unless both of its indices are given. */
function cellOf({
  truth,
  predicted,
}: {
  truth?: number | undefined
  predicted?: number | undefined
}): MatrixCell | undefined {
  if (truth === undefined && predicted === undefined) return undefined
  return truth !== undefined && predicted !== undefined ? { truth, predicted } : fail('inference.cell-unknown')
}

function newInference(
  deps: InferenceDeps,
  input: { modelId: string; name: string; description: string },
  actor: Actor,
): StoredInference {
  const { name, description } = textsOfInference(input)
  if (findInferenceByName(deps.db, name)) fail('inference.name-taken')
  return {
    id: randomUUID(),
    modelId: input.modelId,
    modelName: '',
    name,
    description,
    status: 'creating',
    createdByUserId: actor.userId,
    createdBy: actor.displayName,
    createTime: deps.now().toISOString(),
    input: null,
    output: null,
    failure: null,
    datasetId: null,
    result: null,
    attempts: 0,
  }
}

function own(deps: InferenceDeps, inferenceId: string, actor: Actor): StoredInference {
  const inference = findInference(deps.db, inferenceId)
  return inference && maySee(actor, inference) ? inference : fail('inference.not-found')
}

function readsResult(deps: InferenceDeps, inference: StoredInference, actor: Actor): boolean {
  // While a job is running, the task's dataset is that of the job, not that of the stored result.
  const dataset = inference.status === 'completed' && findDataset(deps.db, inference.datasetId ?? '')
  return mayReadResult(actor, inference, dataset ? mayReadRows(actor, dataset) : false)
}

/** Removes the summary unless the user may read the rows, because small counts reveal much about individual rows. */
function shownResult(deps: InferenceDeps, inference: StoredInference, actor: Actor): InferenceResult | null {
  const { result } = inference
  if (!result?.summary || readsResult(deps, inference, actor)) return result
  const { summary, ...rest } = result
  return rest
}

function ready(deps: InferenceDeps, inferenceId: string, actor: Actor): StoredInference {
  const inference = own(deps, inferenceId, actor)
  if (inference.status === 'running') fail('inference.busy')
  if (inference.status === 'creating' || inference.output === null) fail('inference.not-ready')
  return inference
}

const inferByForm = async (deps: InferenceDeps, inference: StoredInference, rows: TableRow[]) =>
  inferRows(deps.runtime, await knownModel(deps, inference), rows)

/** Returns a page of the edge's inference tasks that the user may see. */
function ownInferences<T>(
  deps: InferenceDeps,
  actor: Actor,
  wanted: string | undefined,
  page: ReturnType<typeof pageRequest>,
  present: (one: StoredInference) => T,
) {
  const seen = seenOf(actor)
  if (seen === 'none') return toPage<T>([], 0, page)
  const { offset, size } = page
  const createdByUserId = seen === 'all' ? null : actor.userId
  const { inferences, total } = listInferences(deps.db, { createdByUserId, name: wanted ?? '', offset, size })
  return toPage(inferences.map(present), total, page)
}

function presentInferenceCard(deps: InferenceDeps, one: StoredInference, language: Language): TaskCard {
  const { partyId, partyName } = deps.party()
  return {
    id: one.id,
    name: one.name,
    description: one.description,
    avatar: null,
    type: 'inference',
    partyId,
    partyName: partyName[language],
    visibility: null,
    status: null,
    researchType: null,
    kind: null,
    role: 'initiator',
    modelId: one.modelId,
    createTime: new Date(one.createTime),
    partyCount: 1,
    rowCount: one.result?.rowCount ?? 0,
    contentType: one.input && contentTypeOf(one.input, one.output),
  }
}

function presentInference(deps: InferenceDeps, one: StoredInference, actor: Actor, language: Language): Inference {
  return {
    id: one.id,
    name: one.name,
    description: one.description,
    status: one.status,
    modelId: one.modelId,
    modelName: one.modelName,
    partyId: deps.party().partyId,
    createdBy: one.createdBy,
    createTime: new Date(one.createTime),
    input: one.input,
    output: one.output,
    failure: one.failure && phrase(language, one.failure.code, one.failure.params),
    abilities: inferenceAbilities(actor, one),
  }
}
