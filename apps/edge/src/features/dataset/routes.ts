import { fail, isErrorCode, type TableRow } from '@tessera/contract'
import {
  GetAnalysis,
  GetColumnProfiles,
  ListClasses,
  ListRows,
  OfferColumns,
  OfferRows,
  pageRequest,
  SaveDataset,
  UploadZip,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import { readClasses } from './classes.ts'
import { PLACE_COLUMN } from './columns.ts'
import type { DatasetDeps } from './deps.ts'
import { type OfferRequest, offerRows } from './offer.ts'
import { readPage } from './page.ts'
import { readProfiles } from './profiles.ts'
import { findAnalysis } from './queries.ts'
import { type Rows, readable } from './readable.ts'
import { RowOrders } from './row-orders.ts'
import { nameDraft } from './save.ts'
import { takeUpload } from './upload.ts'

/** How long an answer waits for the platform to have heard of it. */
const PLATFORM_WAIT_MS = 5_000
/** Saving needs no platform; this much only so that the lists show the new dataset at once. */
const SAVED_WAIT_MS = 500

export function datasetRoutes(serve: Serve, app: FastifyInstance, deps: DatasetDeps) {
  const orders = new RowOrders(deps.duck, deps.dataDir)

  serve(app, UploadZip, (_input, actor, { request }) => takeUpload(deps, request, actor))

  serve(app, SaveDataset, async (input, actor) => {
    const { dataset, reportId } = await nameDraft(deps, input, actor)
    // Saved it is, whether or not the platform has heard of it yet; a refusal of the platform's is worth telling.
    refusal(await deps.outbox.settled(reportId, SAVED_WAIT_MS))
    return { datasetId: dataset.id }
  })

  serve(app, ListRows, async ({ tableName, ...input }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const { offset, size } = pageRequest(input)
    const { total, rows } = await readPage({ duck: deps.duck, orders }, dataset, { ...input, offset, size })
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, from: offset, rows: rows.length })
    return { total, rows: withoutPlaces(dataset, rows) }
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

  serve(app, ListClasses, async ({ tableName, column }, actor) => {
    const dataset = readable(deps, tableName, actor)
    const classes = await readClasses(deps.duck, dataset, column)
    deps.log.append('read', { datasetId: dataset.id, userId: actor.userId, classes: column })
    return classes
  })

  serve(app, OfferRows, (input, actor) => offer(deps, input, actor))

  serve(app, OfferColumns, ({ columns, label, features, ...input }, actor) =>
    offer(deps, { ...input, narrow: { columns, label, classes: features } }, actor),
  )
}

async function offer(deps: DatasetDeps, request: OfferRequest, actor: Actor) {
  const { child, reportId } = await offerRows(deps, request, actor)
  // The next call goes to the platform, which must know the child by then.
  const answer = await deps.outbox.settled(reportId, PLATFORM_WAIT_MS)
  if (answer === 'away') fail('edge.platform-away')
  refusal(answer)
  return { datasetId: child.id, rowCount: child.rowCount }
}

/** Where pictures lie at the edge is not told. */
const withoutPlaces = ({ media }: Rows, rows: TableRow[]) =>
  media === null ? rows : rows.map(({ [PLACE_COLUMN]: _place, ...row }) => row)

function refusal(answer: { error: string | null } | 'away') {
  if (answer !== 'away' && answer.error) fail(isErrorCode(answer.error) ? answer.error : 'internal')
}
