import { fail, type ModelInput, type TableRow } from '@tessera/contract'
import {
  CreateInference,
  DeleteInference,
  ExplainRow,
  GetInference,
  Infer,
  InferDataset,
  InferImages,
  InferText,
  ListInferences,
  pageRequest,
  toPage,
} from '@tessera/contract/wire'
import { besidePictures, explainRow, inferRows, readPictures, rowOfText, rowsOfPictures } from '@tessera/inference'
import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import type { ModelDeps } from '../model/index.ts'
import { createInference } from './create-inference.ts'
import { directPredictionRoutes } from './direct-predictions.ts'
import { MAX_ROWS } from './limits.ts'
import { canSeeInference } from './policy.ts'
import { presentInference } from './present.ts'
import { findInference, type LoadedInference, listedOf, listInferences } from './queries.ts'
import { inference } from './table.ts'

/**
 * Serves inference for parties without an edge. Inputs stay in memory, are never logged, and are deleted after a day.
 */
export function inferenceRoutes(app: FastifyInstance, deps: ModelDeps) {
  const { db } = deps
  directPredictionRoutes(app, deps)

  serve(app, CreateInference, (input, actor) => createInference(deps, input, actor))

  serve(app, Infer, async ({ inferenceId, rows }, actor) => {
    if (rows.length > MAX_ROWS) fail('inference.dataset-needs-edge')
    return answer(await findVisible(db, inferenceId, actor), () => rows)
  })
  serve(app, InferText, async ({ inferenceId, text }, actor) =>
    answer(await findVisible(db, inferenceId, actor), (input) => [rowOfText(input, text)]),
  )
  serve(app, InferImages, async ({ inferenceId }, actor, { files }) => {
    const found = await findVisible(db, inferenceId, actor)
    const pictures = await readPictures(files)
    return besidePictures(await answer(found, (input) => rowsOfPictures(input, pictures)), pictures)
  })
  async function answer(
    { inference: { id, status }, artifact }: LoadedInference,
    rowsOf: (input: ModelInput) => TableRow[],
  ) {
    await beginRun(deps, id)
    try {
      const result = await inferRows(
        deps.modelStore.runtime,
        deps.modelStore.knownModel(artifact),
        rowsOf(artifact.card.input),
      )
      const values = {
        status: 'completed',
        result,
        resultTime: deps.clock.now(),
        busySince: null,
        failure: null,
      } as const
      await db.update(inference).set(values).where(eq(inference.id, id))
      return result
    } catch (error) {
      await db.update(inference).set({ status, busySince: null }).where(eq(inference.id, id))
      throw error
    }
  }
  serve(app, InferDataset, async ({ inferenceId }, actor) => {
    await findVisible(db, inferenceId, actor)
    return fail('inference.dataset-needs-edge')
  })

  serve(app, ListInferences, async ({ name, ...input }, actor, { language }) => {
    const page = pageRequest(input)
    const listed = listedOf(requireParty(actor), actor.role === 'admin' ? null : actor.userId, name)
    const { rows, total } = await listInferences(db, listed, page)
    return toPage(
      rows.map((one) => presentInference(one, actor, language)),
      total,
      page,
    )
  })
  serve(app, GetInference, async ({ inferenceId }, actor, { language }) => {
    const found = await findVisible(db, inferenceId, actor)
    const result = found.inference.result
    return { inference: presentInference(found, actor, language), result, type: result?.type ?? '' }
  })
  serve(app, ExplainRow, async ({ inferenceId, row }, actor) => {
    const { inference: found, artifact } = await findVisible(db, inferenceId, actor)
    if (found.status === 'running') fail('inference.busy')
    if (found.status === 'creating') fail('inference.not-ready')
    return explainRow(deps.modelStore.runtime, { ...deps.modelStore.knownModel(artifact), card: artifact.card }, row)
  })
  serve(app, DeleteInference, async ({ inferenceId }, actor) => {
    const found = await findVisible(db, inferenceId, actor)
    const { status } = found.inference
    if (status === 'creating' || status === 'running') fail('inference.busy')
    await db.transaction(async (tx) => {
      const values = { deleteTime: deps.clock.now(), result: null, resultTime: null }
      const ended = and(isNull(inference.deleteTime), notInArray(inference.status, ['creating', 'running']))
      const gone = await tx
        .update(inference)
        .set(values)
        .where(and(eq(inference.id, inferenceId), ended))
        .returning({ id: inference.id })
      // Another request has deleted or started the task since it was read.
      if (gone.length === 0) {
        await findVisible(tx, inferenceId, actor)
        fail('inference.busy')
      }
      await record(tx, 'inference.deleted', { inferenceId, userId: actor.userId })
    })
    return null
  })
}

async function findVisible(db: Db, inferenceId: string, actor: Actor): Promise<LoadedInference> {
  const found = (await findInference(db, inferenceId)) ?? fail('inference.not-found')
  return canSeeInference(actor, found.inference) ? found : fail('inference.not-found')
}

/** Starts a prediction of an inference task. A task makes one prediction at a time: a second request fails. */
async function beginRun({ db, clock }: Pick<ModelDeps, 'db' | 'clock'>, inferenceId: string) {
  const begun = await db
    .update(inference)
    .set({ status: 'running', busySince: clock.now() })
    .where(and(eq(inference.id, inferenceId), inArray(inference.status, ['created', 'completed', 'failed'])))
    .returning({ id: inference.id })
  if (begun.length > 0) return
  const now = await findInference(db, inferenceId)
  fail(now?.inference.status === 'running' ? 'inference.busy' : 'inference.not-ready')
}
