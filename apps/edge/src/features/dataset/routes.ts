import { fail, isErrorCode } from '@tessera/contract'
import {
  GetAnalysis,
  GetColumnProfiles,
  GetGraphSample,
  ListClasses,
  ListRows,
  OfferRows,
  pageRequest,
  ReadUpload,
  SaveDataset,
  UploadZip,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import type { DatasetDeps } from './deps.ts'
import { sampleGraph } from './graph-sample.ts'
import { offerRows } from './offer.ts'
import { withPictures } from './pictures.ts'
import { mayReadRows } from './policy.ts'
import { findAnalysis, findDatasetByTable } from './queries.ts'
import { readClasses, readPage, readProfiles } from './rows.ts'
import { sampleRoutes } from './samples/index.ts'
import { nameDraft } from './save.ts'
import { readUpload, takeUpload } from './upload.ts'

/** How long an answer waits for the platform to have heard of it. */
const PLATFORM_WAIT_MS = 5_000
/** Saving needs no platform; this much only so that the lists show the new dataset at once. */
const SAVED_WAIT_MS = 500

export function datasetRoutes(serve: Serve, app: FastifyInstance, deps: DatasetDeps) {
  sampleRoutes(app)

  serve(app, UploadZip, (_input, actor, { request }) => takeUpload(deps, request, actor))
  serve(app, ReadUpload, ({ uploadId, options }, actor) => readUpload(deps, uploadId, options, actor))

  serve(app, SaveDataset, async (input, actor) => {
    const { dataset, reportId } = await nameDraft(deps, input, actor)
    // Saved it is, whether or not the platform has heard of it yet; a refusal of the platform's is worth telling.
    refusal(await deps.outbox.settled(reportId, SAVED_WAIT_MS))
    return { datasetId: dataset.id }
  })

  serve(app, ListRows, async ({ tableName, ...input }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const { offset, size } = pageRequest(input)
    const rows = await readPage(deps.duck, dataset, offset, size)
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, from: offset, rows: rows.length })
    return { total: dataset.rowCount, ...(await withPictures(deps, dataset, rows, actor)) }
  })

  serve(app, GetColumnProfiles, async ({ tableName }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const profiles = await readProfiles(deps, dataset)
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, profiles: profiles.length })
    return profiles
  })

  serve(app, GetAnalysis, ({ tableName }, actor) => {
    const dataset = readable(deps, tableName, actor)
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, analysis: true })
    return findAnalysis(deps.db, tableName) ?? { classes: [], distributions: [] }
  })

  serve(app, GetGraphSample, async ({ tableName }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const sample = await sampleGraph(deps.duck, dataset)
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, graph: true })
    return sample
  })

  serve(app, ListClasses, async ({ tableName, column }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const classes = await readClasses(deps.duck, dataset, column)
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, classes: column })
    return classes
  })

  serve(app, OfferRows, async (input, actor) => {
    const { child, reportId } = await offerRows(deps, input, actor)
    // The next call goes to the platform, which must know the child by then.
    const answer = await deps.outbox.settled(reportId, PLATFORM_WAIT_MS)
    if (answer === 'away') fail('edge.platform-away')
    refusal(answer)
    return { datasetId: child.id, rowCount: child.rowCount }
  })
}

function readable(deps: DatasetDeps, tableName: string, actor: Actor) {
  const dataset = findDatasetByTable(deps.db, tableName) ?? fail('dataset.not-found')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  return dataset
}

function refusal(answer: { error: string | null } | 'away') {
  if (answer !== 'away' && answer.error) fail(isErrorCode(answer.error) ? answer.error : 'internal')
}
