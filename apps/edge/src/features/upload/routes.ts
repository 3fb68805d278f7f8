import { ReadUpload, SaveDataset, UploadZip } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { refusePlatformAnswer } from '../../lib/reports.ts'
import type { Serve } from '../../lib/serve.ts'
import type { DatasetDeps } from '../rows/index.ts'
import { memberOf } from '../signing/index.ts'
import { sampleRoutes } from './samples.ts'
import { nameDraft } from './save-dataset.ts'
import { readUpload, receiveUpload } from './upload.ts'

/**
 * How long saving a dataset waits for the platform. The platform is not needed to save; the wait only makes the new
 * dataset appear in its lists at once.
 */
const SAVED_WAIT_MS = 500

/** Serves the calls that turn an archive into a dataset. */
export function uploadRoutes(serve: Serve, app: FastifyInstance, deps: DatasetDeps) {
  sampleRoutes(app)

  // A token only proves that the platform knows the user. The edge's own member list decides which users may store data
  // here.
  serve(app, UploadZip, (_input, actor, { request }) => {
    memberOf(deps, actor)
    return receiveUpload(deps, request, actor)
  })
  serve(app, ReadUpload, ({ uploadId, options }, actor) => {
    memberOf(deps, actor)
    return readUpload(deps, uploadId, options, actor)
  })

  serve(app, SaveDataset, async (input, actor) => {
    memberOf(deps, actor)
    const { dataset, reportId } = await nameDraft(deps, input, actor)
    // The dataset is saved even without an answer of the platform; only a refusal is reported.
    refusePlatformAnswer(await deps.outbox.settled(reportId, SAVED_WAIT_MS))
    return { datasetId: dataset.id }
  })
}
