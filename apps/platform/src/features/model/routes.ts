import type { ModelDetail } from '@tessera/contract'
import {
  CreateModel,
  DeleteModel,
  DiscardModelFile,
  DownloadModel,
  GetModel,
  GetModelStatus,
  ListMetricDescriptions,
  ListModelActivity,
  ListMyModels,
  ListPoolModels,
  PublishModel,
  pageRequest,
  toPage,
  UnpublishModel,
  UpdateModel,
  UploadModelFile,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { listActivityOf } from '../algorithm/index.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import { copyModel, editModel, findVisible, ownAndPublished, publishModel, removeModel } from './change-model.ts'
import { createModel, discardModelFile, receiveModelFile } from './import-model.ts'
import { describeMetrics } from './metric-descriptions.ts'
import { presentModel, presentModelDetail, statusOf } from './present.ts'
import { type LoadedModel, listOwn, listPool, listSiblings, readUses } from './queries.ts'
import type { ModelDeps } from './store-result.ts'

const PAGE = 9

/**
 * Reads how a model's run took place. The app passes this function in, because the run feature builds on the model
 * feature.
 */
export type ModelHistory = (db: Db, runId: string) => Promise<Pick<ModelDetail, 'elapsedMs' | 'ending' | 'repeatedIds'>>

export function modelRoutes(app: FastifyInstance, deps: ModelDeps & { historyOf: ModelHistory }) {
  const { db, historyOf } = deps

  serve(app, ListMyModels, async ({ name, ...input }, actor) => {
    const page = pageRequest(input, PAGE)
    const onlyOfUser = actor.role === 'admin' ? null : actor.userId
    const { rows, total } = await listOwn(db, requireParty(actor), onlyOfUser, name, page)
    return toPage(await presentAll(db, rows, actor), total, page)
  })
  serve(app, ListPoolModels, async ({ pageNo, pageSize, ...wanted }, actor) => {
    const page = pageRequest({ pageNo, pageSize }, PAGE)
    const { rows, total } = await listPool(db, wanted, page)
    return toPage(await presentAll(db, rows, actor), total, page)
  })

  serve(app, GetModel, async ({ modelId }, actor): Promise<ModelDetail> => {
    const found = await findVisible(db, modelId, actor)
    const { parties, imported } = found.artifact.card
    const ids = [found.model, ...parties, ...(imported ? [imported] : [])].map(({ partyId }) => partyId)
    const uses = await readUses(db, found.artifact.id)
    const downloads = (found.model.isPublished ? found.model : found.published)?.downloadCount ?? 0
    const history = await historyOf(db, found.artifact.id)
    return presentModelDetail({ ...found, ...history }, await namesOf(db, ids, actor), uses, downloads)
  })
  serve(app, GetModelStatus, async ({ modelId }, actor) => {
    const { model, own, published } = await findVisible(db, modelId, actor)
    return statusOf(model, { own, published })
  })
  serve(app, ListModelActivity, async ({ id, ...input }, actor) => {
    const page = pageRequest(input)
    const { artifact } = await findVisible(db, id, actor)
    const { records, total } = await listActivityOf(db, 'model', [artifact.id], page, actor.language)
    return toPage(records, total, page)
  })
  serve(app, ListMetricDescriptions, (_input, _actor, { language }) => describeMetrics(language))

  serve(app, UploadModelFile, (_input, actor, { request }) => receiveModelFile(deps, request, actor))
  serve(app, DiscardModelFile, async ({ draftId }, actor) => {
    await discardModelFile(deps, draftId, actor)
    return null
  })
  serve(app, CreateModel, (input, actor) => createModel(deps, input, actor))
  serve(app, PublishModel, ({ modelId, ...texts }, actor) => publishModel(deps, modelId, texts, actor))
  serve(app, DownloadModel, ({ modelId }, actor) => copyModel(deps, modelId, actor))
  serve(app, UpdateModel, async ({ modelId, ...texts }, actor) => {
    await editModel(deps, modelId, texts, actor)
    return null
  })
  serve(app, DeleteModel, async ({ modelId }, actor) => {
    await removeModel(deps, modelId, actor, { isPublished: false })
    return null
  })
  serve(app, UnpublishModel, async ({ modelId }, actor) => {
    await removeModel(deps, modelId, actor, { isPublished: true })
    return null
  })
}

type Reader = Pick<Actor, 'language' | 'partyId'>

async function presentAll(db: Db, rows: LoadedModel[], reader: Reader) {
  const artifactIds = rows.map(({ artifact }) => artifact.id)
  const siblings = Map.groupBy(await listSiblings(db, artifactIds), ({ artifactId }) => artifactId)
  const names = await namesOf(
    db,
    rows.map(({ model }) => model.partyId),
    reader,
  )
  return rows.map((row) => ({
    ...presentModel(row, names.get(row.model.partyId) ?? ''),
    status: statusOf(row.model, ownAndPublished(siblings.get(row.artifact.id) ?? [], reader)),
  }))
}

async function namesOf(db: Db, partyIds: string[], { language }: Reader): Promise<Map<string, string>> {
  const parties = await listPartiesByIds(db, [...new Set(partyIds)])
  return new Map(parties.map((party) => [party.id, nameOfParty(party, language)]))
}
