import { join } from 'node:path'
import { fail, LINK_PATHS, SharedResult } from '@tessera/contract'
import { MODEL_FILE_LIMITS } from '@tessera/inference'
import type { FastifyInstance } from 'fastify'
import { record } from '../../lib/audit.ts'
import { authenticateEdge } from '../environment/index.ts'
import { addModels, findArtifact, keepResult, type ModelDeps, UnusableResult } from '../model/index.ts'
import { findTask, tellTaskChanged } from '../task/index.ts'
import { lockWithTask } from './end-run.ts'
import { ownersOf } from './owners.ts'
import { findRun } from './queries.ts'
import { endsWithoutModel, MOST_CARD_BYTES, RunFolder } from './run-folder.ts'
import { isAlone } from './run-state.ts'

/** Base64 takes four characters for three bytes. */
const MOST_BYTES = Math.ceil((MODEL_FILE_LIMITS.bytes * 4) / 3) + MOST_CARD_BYTES

/** What a run by itself left at its party's edge, as a member of the party shares it: from here on a model like any other. */
export function sharedResultRoute(app: FastifyInstance, deps: ModelDeps) {
  app.post<{ Params: { runId: string } }>(
    LINK_PATHS.runResult,
    {
      bodyLimit: MOST_BYTES,
      // Before the body is read: strangers send nothing of this size.
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

/** The file is checked and kept first, which takes a while; rows then, all of them at once. */
async function takeResult(deps: ModelDeps, partyId: string, runId: string, { card, model }: SharedResult) {
  const run = await findRun(deps.db, runId)
  if (!run || !isAlone(run, partyId)) fail('result.not-found')
  const known = run.phase === 'completed' ? await readScores(deps, run) : undefined
  if (!known || (await findArtifact(deps.db, runId))) fail('result.not-allowed')
  const kept = await keepResult(deps, {
    runId,
    taskId: run.taskId,
    taskName: (await findTask(deps.db, run.taskId))?.name ?? '',
    algorithmId: run.algorithmId,
    onnx: Buffer.from(model, 'base64'),
    // What the run told while it trained stands: its party adds what the model says of itself.
    card: { ...card, ...known },
  }).catch((error) => {
    if (error instanceof UnusableResult) fail('run.result-missing')
    throw error
  })
  await deps.db.transaction(async (tx) => {
    if (!(await lockWithTask(tx, runId)) || (await findArtifact(tx, runId))) fail('result.not-allowed')
    await addModels(tx, kept, await ownersOf(tx, run))
    await record(tx, 'model.shared', { runId, partyId, sha256: kept.sha256 })
    await tellTaskChanged(tx, deps, run.taskId)
  })
}

/** The card of a run whose model stayed at its party, without that word. */
async function readScores({ settings }: ModelDeps, run: Parameters<typeof endsWithoutModel>[0] & { id: string }) {
  const result = await new RunFolder(join(settings.DATA_DIR, 'runs'), run.id).readResult()
  if (!result || result.onnx || !endsWithoutModel(run, result.card)) return undefined
  const { stays: _stays, ...scores } = result.card as Record<string, unknown>
  return scores
}
