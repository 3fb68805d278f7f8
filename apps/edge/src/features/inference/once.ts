import { ExplainOnce, GetAskedModel, InferOnce } from '@tessera/contract/wire'
import { explainRow, inferRows } from '@tessera/inference'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import type { InferenceDeps } from './deps.ts'
import { noteAnswer } from './jobs.ts'
import { modelAtHand, nameOf, pullModel } from './models.ts'

/** Answers of a model without a task: what was asked and what it said are in memory, and nowhere else. */
export function onceRoutes(serve: Serve, app: FastifyInstance, deps: InferenceDeps) {
  const tellUse = tellingUse(deps)

  serve(app, GetAskedModel, async ({ modelId }) => {
    const card = await pullModel(deps, modelId)
    return { id: modelId, name: nameOf(card), input: card.input, output: card.output }
  })

  serve(app, InferOnce, async ({ modelId, rows }, actor) => {
    const result = await inferRows(deps.runtime, await modelAtHand(deps, modelId), rows)
    noteAnswer(deps, { modelId, userId: actor.userId }, { rows: rows.length })
    tellUse(modelId, actor)
    return result
  })

  serve(app, ExplainOnce, async ({ modelId, row }, actor) => {
    const explanation = await explainRow(deps.runtime, await modelAtHand(deps, modelId), row)
    noteAnswer(deps, { modelId, userId: actor.userId }, { rows: 1, act: 'explain' })
    return explanation
  })
}

/** The platform counts who uses a model, each person once a day: how often they ask it is nobody's business there. */
function tellingUse({ outbox, now }: Pick<InferenceDeps, 'outbox' | 'now'>) {
  const told = new Map<string, string>()
  return (modelId: string, { userId }: Actor) => {
    const time = now().toISOString()
    const [day, use] = [time.slice(0, 10), JSON.stringify([modelId, userId])]
    if (told.get(use) === day) return
    told.set(use, day)
    outbox.add({ kind: 'model-use', modelId, userId, name: '', time })
  }
}
