import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DATASET_LIMITS, fail, type Sharing } from '@tessera/contract'
import { run, transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { requireSendable } from '../../lib/reports.ts'
import type { DatasetDeps } from './deps.ts'
import { deleteDraft, findDatasetByName, findDraft, metadataOf, type StoredDataset, saveDataset } from './queries.ts'

export interface SaveRequest {
  draftId: string
  name: string
  description: string
  sharing: Sharing
  overwrite?: boolean | undefined
}

/** What rows set aside for a task are told with beside what their dataset was. */
const CHILD_BYTES = 1024

/** Names a draft. An older dataset of the same person and name is replaced only when that was asked for. */
export async function nameDraft(deps: DatasetDeps, request: SaveRequest, actor: Actor) {
  const name = request.name.trim()
  const description = request.description.trim()
  if (name === '' || description === '') fail('dataset.name-required')
  if (name.length > DATASET_LIMITS.name) fail('model.text-too-long', { limit: DATASET_LIMITS.name })
  if (description.length > DATASET_LIMITS.description)
    fail('model.text-too-long', { limit: DATASET_LIMITS.description })
  const draft = findDraft(deps.db, request.draftId, actor.userId) ?? fail('dataset.upload-again')
  const older = findDatasetByName(deps.db, name, actor.userId)
  if (older && !request.overwrite) fail('dataset.name-taken')

  const folder = join(deps.dataDir, 'datasets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${randomUUID()}.parquet`)
  const dataset: StoredDataset = {
    id: older?.id ?? draft.id,
    name,
    description,
    sharing: request.sharing,
    sizeBytes: draft.sizeBytes,
    rowCount: draft.rowCount,
    tableName: older?.tableName ?? `t_${draft.id.replaceAll('-', '')}`,
    columns: draft.columns,
    columnTypes: draft.columnTypes,
    createdByUserId: actor.userId,
    createdBy: actor.displayName,
    orgCode: actor.orgCode,
    createTime: deps.now().toISOString(),
    taskId: null,
    parentId: null,
    deleted: false,
    file,
  }
  requireSendable({ kind: 'dataset', dataset: metadataOf(dataset) }, CHILD_BYTES)
  await rename(draft.file, file)
  const reportId = transaction(deps.db, () => {
    saveDataset(deps.db, dataset)
    deleteDraft(deps.db, draft.id)
    run(deps.db, 'delete from profiles where table_name = ?', dataset.tableName)
    return deps.outbox.add({ kind: 'dataset', dataset: metadataOf(dataset) })
  })
  deps.log.append('dataset-saved', { datasetId: dataset.id, rowCount: dataset.rowCount, userId: actor.userId })
  if (older) await rm(older.file, { force: true })
  return { dataset, reportId }
}
