import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ModelCard } from '@tessera/contract'
import { ListMyModels } from '@tessera/contract/wire'
import { addModels, storeResult } from '../features/model/store-result.ts'
import { newId } from '../lib/ids.ts'
import { buildParty, call, type TestParty, type World } from './index.ts'
import { ALGORITHM, admin } from './task.ts'

/** The test model. It has the columns age (number) and sex (f, m), and the label ill (no, yes). */
const ONNX = modelFile('classes')

export function modelFile(name: string): Buffer {
  const data = new URL('../../../../packages/inference/test-data/', import.meta.url)
  return readFileSync(fileURLToPath(new URL(`${name}.onnx`, data)))
}

export interface Owner extends TestParty {
  modelId: string
}

/**
 * Builds the models of one run of two parties, one model per party. The fields in `more` are added to the model card.
 */
export async function buildModels(world: World, more: Partial<ModelCard> = {}, onnx = ONNX): Promise<[Owner, Owner]> {
  const { deps } = world.app.training
  const parties = [await buildParty(world), await buildParty(world)]
  const card = {
    algorithm: ALGORITHM,
    codeHash: 'x',
    label: 'ill',
    columns: ['age', 'sex'],
    rounds: 3,
    metrics: { accuracy: 0.9 },
    parties: parties.map(({ partyId }) => ({
      partyId,
      rows: 32,
      metrics: { accuracy: 0.9 },
      aloneMetrics: { accuracy: 0.6 },
      gains: { accuracy: { low: 0, high: 0 } },
    })),
    ...more,
  }
  const stored = await storeResult(deps, {
    runId: newId(),
    taskId: newId(),
    taskName: 'heart',
    algorithmId: card.algorithm,
    onnx,
    card,
  })
  const owners = parties.map(({ partyId, admin: { userId } }) => ({ partyId, userId }))
  await world.db.transaction((tx) => addModels(tx, stored, owners))
  const built: Owner[] = []
  for (const party of parties) {
    const [model] = (await call(world, ListMyModels, {}, admin(party))).result.records
    built.push({ ...party, modelId: model?.id ?? '' })
  }
  return built as [Owner, Owner]
}
