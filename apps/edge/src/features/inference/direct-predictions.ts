import { ExplainOnce, GetAskedModel, InferOnce } from '@tessera/contract/wire'
import { explainRow, inferRows } from '@tessera/inference'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import type { InferenceDeps } from './deps.ts'
import { recordAnswer } from './jobs.ts'
import { modelAtHand, nameOf, pullModel } from './models.ts'

/** Routes for predictions without a task. Inputs and outputs exist only in memory. */
export function directPredictionRoutes(serve: Serve, app: FastifyInstance, deps: InferenceDeps) {
  const reportUse = reportingUse(deps)

  serve(app, GetAskedModel, async ({ modelId }) => {
    const card = await pullModel(deps, modelId)
    return { id: modelId, name: nameOf(card), input: card.input, output: card.output }
  })

  serve(app, InferOnce, async ({ modelId, rows }, actor) => {
    const result = await inferRows(deps.runtime, await modelAtHand(deps, modelId), rows)
    recordAnswer(deps, { modelId, userId: actor.userId }, { rows: rows.length })
    reportUse(modelId, actor)
    return result
  })

  serve(app, ExplainOnce, async ({ modelId, row }, actor) => {
    const explanation = await explainRow(deps.runtime, await modelAtHand(deps, modelId), row)
    recordAnswer(deps, { modelId, userId: actor.userId }, { rows: 1, act: 'explain' })
    return explanation
  })
}

/**
 * Reports the use of a model to the platform once per user and day, because the platform must not learn how often a
 * user predicts.
 */
function reportingUse({ outbox, now }: Pick<InferenceDeps, 'outbox' | 'now'>) {
  const reported = new Map<string, string>()
  return (modelId: string, { userId }: Actor) => {
    const time = now().toISOString()
    const [day, use] = [time.slice(0, 10), JSON.stringify([modelId, userId])]
    if (reported.get(use) === day) return
    reported.set(use, day)
    outbox.add({ kind: 'model-use', modelId, userId, name: '', time })
  }
}
