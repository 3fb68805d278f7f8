import { DATASET_LIMITS, fail, type Sharing } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { requireSendable } from '../../lib/reports.ts'
import {
  type DatasetDeps,
  deleteDraft,
  findAnalysis,
  findDatasetByName,
  findDraft,
  findRepeatedId,
  forgetFindings,
  metadataOf,
  type StoredDataset,
  saveAnalysis,
  saveDataset,
  storeRemoved,
  tableNameOf,
} from '../rows/index.ts'

export interface SaveRequest {
  draftId: string
  name: string
  description: string
  sharing: Sharing
  overwrite?: boolean | undefined
}

/** Size of the additional metadata that a selection has compared with its dataset. */
const CHILD_BYTES = 1024

/**
 * Saves a draft under a name. If the same user has a dataset with this name, it is replaced only on request, and its
 * rows are kept as removed data.
 */
export async function nameDraft(deps: DatasetDeps, request: SaveRequest, actor: Actor) {
  const name = request.name.trim()
  const description = request.description.trim()
  if (name === '' || description === '') fail('dataset.name-required')
  if (name.length > DATASET_LIMITS.name) fail('model.text-too-long', { limit: DATASET_LIMITS.name })
  if (description.length > DATASET_LIMITS.description)
    fail('model.text-too-long', { limit: DATASET_LIMITS.description })
  const findOwn = () => findDraft(deps.db, request.draftId, actor.userId) ?? fail('dataset.upload-again')
  const repeatedId = await findRepeatedId(deps.duck, findOwn())
  // The code from here to the end of the transaction contains no `await`, so that only one of two concurrent calls
  // saves the draft.
  const draft = findOwn()
  const older = findDatasetByName(deps.db, name, actor.userId)
  if (older && !request.overwrite) fail('dataset.name-taken', { rows: older.rowCount, since: older.createTime })

  const dataset: StoredDataset = {
    id: older?.id ?? draft.id,
    name,
    description,
    sharing: request.sharing,
    sizeBytes: draft.sizeBytes,
    rowCount: draft.rowCount,
    tableName: older?.tableName ?? tableNameOf(draft.id),
    columns: draft.columns,
    columnTypes: draft.columnTypes,
    createdByUserId: actor.userId,
    createdBy: actor.displayName,
    orgCode: actor.orgCode,
    createTime: deps.now().toISOString(),
    taskId: null,
    parentId: null,
    deleted: false,
    contentType: draft.contentType,
    labelColumns: draft.labelColumns,
    mapping: [],
    repeatedId,
    base: null,
    fileName: draft.fileName,
    file: draft.file,
    media: draft.media,
  }
  requireSendable({ kind: 'dataset', dataset: metadataOf(dataset) }, CHILD_BYTES)
  deps.log.append('dataset-saved', { datasetId: dataset.id, rowCount: dataset.rowCount, userId: actor.userId })
  const reportId = transaction(deps.db, () => {
    if (older) storeRemoved(deps, older, 'overwritten')
    saveDataset(deps.db, dataset)
    deleteDraft(deps.db, draft.id)
    // The analysis of the draft is stored under the new name. The analysis of a replaced dataset no longer applies.
    const analysis = findAnalysis(deps.db, tableNameOf(draft.id))
    forgetFindings(deps.db, [dataset.tableName, tableNameOf(draft.id)])
    if (analysis) saveAnalysis(deps.db, dataset.tableName, analysis)
    return deps.outbox.add({ kind: 'dataset', dataset: metadataOf(dataset) })
  })
  return { dataset, reportId }
}
