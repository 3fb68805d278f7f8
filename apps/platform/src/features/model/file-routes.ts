import { type EdgeModelCard, fail, LINK_PATHS } from '@tessera/contract'
import { MODEL_FILE_PATH } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../../lib/attachment.ts'
import { identify } from '../../lib/auth.ts'
import { authenticateEdge } from '../environment/index.ts'
import { findVisible } from './change-model.ts'
import { canReadFile } from './policy.ts'
import { findModel, type LoadedModel } from './queries.ts'
import type { ModelDeps } from './store-result.ts'
import { zipOf } from './zip.ts'

/** Serves a model's ONNX file with its card, as a zip file. */
export function modelFileRoutes(app: FastifyInstance, deps: ModelDeps) {
  app.get<{ Querystring: { id?: string } }>(MODEL_FILE_PATH, async (request, reply) => {
    const actor = await identify(request)
    const found = await findVisible(deps.db, request.query.id ?? '', actor)
    if (!canReadFile(actor, found.model)) fail('model.not-allowed')
    const zip = await zipOf([
      { name: 'model.onnx', content: await deps.modelStore.read(found.artifact) },
      { name: 'card.json', content: Buffer.from(JSON.stringify(found.artifact.card, null, 1)) },
    ])
    return reply.type('application/zip').header('content-disposition', attachment(found.model.name, 'zip')).send(zip)
  })
}

/**
 * Serves model files to edges of the party that owns the model. An edge fetches a model before it uses the model
 * locally.
 */
export function modelEdgeRoutes(app: FastifyInstance, deps: ModelDeps) {
  app.get<{ Params: { modelId: string } }>(LINK_PATHS.modelFile, async (request, reply) => {
    const { partyId } = await authenticateEdge(deps, request)
    const { artifact } = await findForEdge(deps, request.params.modelId, partyId)
    return reply.type('application/octet-stream').send(await deps.modelStore.read(artifact))
  })
  app.get<{ Params: { modelId: string } }>(LINK_PATHS.modelCard, async (request): Promise<EdgeModelCard> => {
    const { partyId } = await authenticateEdge(deps, request)
    const { artifact, model } = await findForEdge(deps, request.params.modelId, partyId)
    return { ...artifact.card, name: model.name, sha256: artifact.sha256 }
  })
}

async function findForEdge({ db }: ModelDeps, modelId: string, partyId: string): Promise<LoadedModel> {
  const found = await findModel(db, modelId)
  if (!found || found.model.partyId !== partyId) fail('model.not-found')
  return found
}
