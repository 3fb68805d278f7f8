import { join } from 'node:path'
import { fail, LINK_PATHS, SharedResult } from '@tessera/contract'
import { MODEL_FILE_LIMITS } from '@tessera/inference'
import type { FastifyInstance } from 'fastify'
import { record } from '../../lib/audit.ts'
import { authenticateEdge } from '../environment/index.ts'
import { addModels, findArtifact, type ModelDeps, storeResult, UnusableResult } from '../model/index.ts'
import { findTask, notifyTaskChanged } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { ownersOf } from './owners.ts'
import { findRun } from './queries.ts'
import { endsWithoutModel, MAX_CARD_BYTES, RunFolder } from './run-folder.ts'
import { isAlone } from './run-state.ts'

/** Maximum size of the request. Base64 takes four characters for three bytes. */
const MAX_BYTES = Math.ceil((MODEL_FILE_LIMITS.bytes * 4) / 3) + MAX_CARD_BYTES

/** Accepts the result of a single-party run that a member shares. The result becomes a model like any other. */
export function sharedResultRoute(app: FastifyInstance, deps: ModelDeps) {
  app.post<{ Params: { runId: string } }>(
    LINK_PATHS.runResult,
    {
      bodyLimit: MAX_BYTES,
      // Callers are authenticated before the body is read, so that others cannot send a body of this size.
      onRequest: async (request) => {
        await authenticateEdge(deps, request)
      },
    },
    async (request) => {
      const { partyId } = await authenticateEdge(deps, request)
      await takeResult(deps, partyId, request.params.runId, SharedResult.parse(request.body))
      return {}
    },
  )
}

/** Checks and stores the model file first, which takes time, and then all rows in one transaction. */
async function takeResult(deps: ModelDeps, partyId: string, runId: string, { card, model }: SharedResult) {
  const run = await findRun(deps.db, runId)
  if (!run || !isAlone(run, partyId)) fail('result.not-found')
  const known = run.phase === 'completed' ? await readScores(deps, run) : undefined
  if (!known || (await findArtifact(deps.db, runId))) fail('result.not-allowed')
  const kept = await storeResult(deps, {
    runId,
    taskId: run.taskId,
    taskName: (await findTask(deps.db, run.taskId))?.name ?? '',
    algorithmId: run.algorithmId,
    onnx: Buffer.from(model, 'base64'),
    // The scores that the platform received during training take precedence over those in the shared card. The party
    // adds the model's description.
    card: { ...card, ...known },
  }).catch((error) => {
    if (error instanceof UnusableResult) fail('run.result-missing')
    throw error
  })
  await deps.db.transaction(async (tx) => {
    if (!(await lockWithTask(tx, runId)) || (await findArtifact(tx, runId))) fail('result.not-allowed')
    await addModels(tx, kept, await ownersOf(tx, run))
    await record(tx, 'model.shared', { runId, partyId, sha256: kept.sha256 })
    await notifyTaskChanged(tx, deps, run.taskId)
  })
}

/** Returns the card of a run whose model stayed at its party. The card's field `stays` is removed. */
async function readScores({ settings }: ModelDeps, run: Parameters<typeof endsWithoutModel>[0] & { id: string }) {
  const result = await new RunFolder(join(settings.DATA_DIR, 'runs'), run.id).readResult()
  if (!result || result.onnx || !endsWithoutModel(run, result.card)) return undefined
  const { stays: _stays, ...scores } = result.card as Record<string, unknown>
  return scores
}
