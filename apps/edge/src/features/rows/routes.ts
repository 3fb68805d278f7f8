import {
  GetAnalysis,
  GetColumnProfiles,
  GetGraphSample,
  GetHeldDataset,
  ListHeldDatasets,
  ListRows,
  pageRequest,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { shownBy } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import type { DatasetDeps } from './deps.ts'
import { sampleGraph } from './graph-sample.ts'
import { readPage } from './page.ts'
import { withPictures } from './pictures.ts'
import { mayReadRows } from './policy.ts'
import { readProfiles } from './profiles.ts'
import { findAnalysis, listDatasets } from './queries.ts'
import { readable, readableDataset } from './readable.ts'

/**
 * Maximum length of the list of datasets. Users who look for an older dataset know its name and find it in the console.
 */
const MAX_LISTED = 200

/** Serves the calls that read stored datasets. */
export function rowsRoutes(serve: Serve, app: FastifyInstance, deps: DatasetDeps) {
  serve(app, GetHeldDataset, ({ datasetId }, actor) => readableDataset(deps, datasetId, actor))

  serve(app, ListHeldDatasets, (_input, actor) => {
    const readable = listDatasets(deps.db).filter((one) => mayReadRows(actor, one))
    return readable.slice(0, MAX_LISTED)
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
}
