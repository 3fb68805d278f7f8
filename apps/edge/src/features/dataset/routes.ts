import { AppError, fail, isErrorCode } from '@tessera/contract'
import {
  ConfirmNames,
  GetAnalysis,
  GetColumnProfiles,
  GetGraphSample,
  GetHeldDataset,
  ListClasses,
  ListHeldDatasets,
  ListRows,
  NameClasses,
  OfferColumns,
  OfferRows,
  ProposeNames,
  pageRequest,
  ReadUpload,
  SaveDataset,
  UploadZip,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { type Actor, shownBy } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import { isInSession, requireSession } from '../../lib/who-asks.ts'
import { memberOf } from '../signing/index.ts'
import { confirmNames, proposeForTask } from './confirm-names.ts'
import type { DatasetDeps } from './deps.ts'
import { sampleGraph } from './graph-sample.ts'
import { listClasses } from './left-out.ts'
import { nameClasses } from './name-classes.ts'
import { type OfferRequest, offerRows } from './offer.ts'
import { readPage } from './page.ts'
import { withPictures } from './pictures.ts'
import { mayReadRows } from './policy.ts'
import { readProfiles } from './profiles.ts'
import { findAnalysis, listDatasets } from './queries.ts'
import { readable, readableDataset } from './readable.ts'
import { sampleRoutes } from './samples/index.ts'
import { nameDraft } from './save.ts'
import { readUpload, takeUpload } from './upload.ts'

/** How long an answer waits for the platform to have heard of it. */
const PLATFORM_WAIT_MS = 5_000
/** Saving needs no platform; this much only so that the lists show the new dataset at once. */
const SAVED_WAIT_MS = 500
/** Whoever looks for an older one knows its name, and finds it in the console. */
const MOST_LISTED = 200

export function datasetRoutes(serve: Serve, app: FastifyInstance, deps: DatasetDeps) {
  sampleRoutes(app)

  // A token says only that the platform knows somebody: what is stored here is decided by the edge's own list.
  serve(app, UploadZip, (_input, actor, { request }) => {
    memberOf(deps, actor)
    return takeUpload(deps, request, actor)
  })
  serve(app, ReadUpload, ({ uploadId, options }, actor) => {
    memberOf(deps, actor)
    return readUpload(deps, uploadId, options, actor)
  })

  serve(app, SaveDataset, async (input, actor) => {
    memberOf(deps, actor)
    const { dataset, reportId } = await nameDraft(deps, input, actor)
    // Saved it is, whether or not the platform has heard of it yet; a refusal of the platform's is worth telling.
    refusal(await deps.outbox.settled(reportId, SAVED_WAIT_MS))
    return { datasetId: dataset.id }
  })

  serve(app, GetHeldDataset, ({ datasetId }, actor) => readableDataset(deps, datasetId, actor))

  serve(app, ListHeldDatasets, (_input, actor) => {
    const readable = listDatasets(deps.db).filter((one) => mayReadRows(actor, one))
    return readable.slice(0, MOST_LISTED)
  })

  serve(app, ListRows, async ({ tableName, ...input }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const { offset, size } = pageRequest(input)
    const { total, rows } = await readPage(deps, dataset, { ...input, offset, size })
    deps.log.append('read', { datasetId: dataset.id, ...shownBy(actor), from: offset, rows: rows.length })
    return { total, ...withPictures(dataset, rows, actor, deps.now()) }
  })

  serve(app, GetColumnProfiles, async ({ tableName }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const profiles = await readProfiles(deps, dataset)
    deps.log.append('read', { datasetId: dataset.id, ...shownBy(actor), profiles: profiles.length })
    return profiles
  })

  serve(app, GetAnalysis, ({ tableName }, actor) => {
    const dataset = readable(deps, tableName, actor)
    deps.log.append('read', { datasetId: dataset.id, ...shownBy(actor), analysis: true })
    const analysis = findAnalysis(deps.db, tableName) ?? { classes: [], distributions: [] }
    return { ...analysis, fileName: dataset.fileName }
  })

  serve(app, GetGraphSample, async ({ tableName }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const sample = await sampleGraph(deps.duck, dataset)
    deps.log.append('read', { datasetId: dataset.id, ...shownBy(actor), graph: true })
    return sample
  })

  serve(app, ListClasses, async ({ tableName, column }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const classes = await listClasses(deps, dataset, column)
    deps.log.append('read', { datasetId: dataset.id, ...shownBy(actor), classes: column })
    return classes
  })

  serve(app, ProposeNames, ({ taskId }, actor) => proposeForTask(deps, taskId, actor))

  serve(app, ConfirmNames, async (input, actor) => {
    await heardOf(deps, await confirmNames(deps, input, actor))
    return null
  })

  serve(app, NameClasses, async (input, actor) => {
    await heardOf(deps, await nameClasses(deps, input, actor))
    return null
  })

  serve(app, OfferRows, (input, actor) => {
    // Whether there is a row of some id is something that it says: with a token all are offered, or none.
    const hasValues = input.mapping?.some(({ values }) => values !== undefined) ?? false
    if (input.rows.length > 0 || hasValues) requireSession(actor, deps.edgeUrl)
    return offer(deps, input, actor).catch((error) => {
      throw isInSession(actor) ? error : withoutValue(error)
    })
  })

  serve(app, OfferColumns, ({ columns, label, features, ...input }, actor) =>
    offer(deps, { ...input, narrow: { columns, label, classes: features } }, actor),
  )
}

async function offer(deps: DatasetDeps, request: OfferRequest, actor: Actor) {
  const { child, reportId } = await offerRows(deps, request, actor)
  await heardOf(deps, reportId)
  return { datasetId: child.id, rowCount: child.rowCount }
}

/** What cannot be read as the task has it is shown with its row, to members alone. */
function withoutValue(error: unknown): unknown {
  const shows =
    error instanceof AppError &&
    ['dataset.not-numbers', 'dataset.number-either', 'dataset.not-answers'].includes(error.code)
  return shows ? new AppError('dataset.conversion-refused', { column: error.params.column ?? '' }) : error
}

/** The next call goes to the platform, which must know by then. */
async function heardOf(deps: DatasetDeps, reportId: number) {
  const answer = await deps.outbox.settled(reportId, PLATFORM_WAIT_MS)
  if (answer === 'away') fail('edge.platform-away')
  refusal(answer)
}

function refusal(answer: { error: string | null } | 'away') {
  if (answer !== 'away' && answer.error) fail(isErrorCode(answer.error) ? answer.error : 'internal')
}
