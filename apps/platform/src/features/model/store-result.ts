import { AppError, type ModelCard } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { newId } from '../../lib/ids.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import type { ModelStore } from './model-store.ts'
import { readCard } from './read-card.ts'
import { type ArtifactRow, artifact, model } from './table.ts'

export type ModelDeps = AlgorithmDeps & { modelStore: ModelStore }

/** The result of a run is unusable: the file is not a Tessera model, or the card is missing. */
export class UnusableResult extends Error {}

export interface TrainedResult {
  runId: string
  taskId: string
  taskName: string
  algorithmId: string
  onnx: Uint8Array
  card: unknown
}

export type TrainedArtifact = ArtifactRow & { taskName: string }

/**
 * Checks a run's result and writes it to the file store. The model is visible only after `addModels`. Fails with the
 * reason if the file is refused.
 */
export async function storeResult(deps: ModelDeps, result: TrainedResult): Promise<TrainedArtifact> {
  const card = await check(deps, result)
  const folder = `models/${result.runId}`
  const now = deps.clock.now()
  await deps.files.put(`${folder}/model.onnx`, result.onnx)
  await deps.files.put(`${folder}/card.json`, Buffer.from(JSON.stringify(card, null, 1)))
  return {
    id: result.runId,
    taskId: result.taskId,
    taskName: result.taskName,
    algorithmId: result.algorithmId,
    contentType: deps.algorithms.find(result.algorithmId)?.manifest.contentTypes[0] ?? 'tabular',
    metrics: card.metrics,
    card,
    filePath: `${folder}/model.onnx`,
    sha256: sha256(result.onnx),
    createTime: now,
  }
}

async function check({ modelStore }: ModelDeps, { onnx, card }: TrainedResult): Promise<ModelCard> {
  try {
    return readCard(card, await modelStore.describe(onnx))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new UnusableResult('not a model of ours with its card', { cause: error })
  }
}

/** Adds one model for every party that took part in the training. */
export async function addModels(tx: Db, kept: TrainedArtifact, owners: { partyId: string; userId: string }[]) {
  await tx.insert(artifact).values(kept)
  await tx.insert(model).values(
    owners.map(({ partyId, userId }) => ({
      id: newId(),
      artifactId: kept.id,
      partyId,
      name: kept.taskName,
      description: '',
      instruction: '',
      application: '',
      isPublished: false,
      isCopy: false,
      downloadCount: 0,
      createdByUserId: userId,
      createTime: kept.createTime,
      updateTime: kept.createTime,
    })),
  )
  await record(tx, 'model.trained', { runId: kept.id, sha256: kept.sha256, codeHash: kept.card.codeHash })
}
