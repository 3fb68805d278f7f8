import { fail } from '@tessera/contract'
import { ExplainOnce, InferOnce } from '@tessera/contract/wire'
import { explainRow, inferRows } from '@tessera/inference'
import type { FastifyInstance } from 'fastify'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { type ArtifactRow, findVisible, type ModelDeps, recordModelUse } from '../model/index.ts'
import { MAX_ROWS } from './limits.ts'

/**
 * Serves predictions that need no inference task, for parties without an edge. Neither inputs nor results are stored.
 */
export function directPredictionRoutes(app: FastifyInstance, deps: ModelDeps) {
  serve(app, InferOnce, async ({ modelId, rows }, actor) => {
    if (rows.length > MAX_ROWS) fail('inference.dataset-needs-edge')
    const artifact = await usable(deps, modelId, actor)
    const result = await inferRows(deps.modelStore.runtime, deps.modelStore.knownModel(artifact), rows)
    const use = { modelId, name: '', time: deps.clock.now() }
    await deps.db.transaction((tx) => recordModelUse(tx, use, { ...actor, partyId: requireParty(actor) }))
    return result
  })

  serve(app, ExplainOnce, async ({ modelId, row }, actor) => {
    const artifact = await usable(deps, modelId, actor)
    return explainRow(deps.modelStore.runtime, { ...deps.modelStore.knownModel(artifact), card: artifact.card }, row)
  })
}

async function usable({ db }: ModelDeps, modelId: string, actor: Actor): Promise<ArtifactRow> {
  requireParty(actor)
  const { abilities, artifact } = await findVisible(db, modelId, actor)
  return abilities.use ? artifact : fail('model.not-allowed')
}
