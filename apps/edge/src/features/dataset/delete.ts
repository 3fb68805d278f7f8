import { transaction } from '../../db/open.ts'
import type { DatasetDeps } from './deps.ts'
import {
  deleteDraft,
  findDataset,
  forgetFindings,
  listChildren,
  listDeleted,
  listDraftsBefore,
  metadataOf,
  saveDataset,
} from './queries.ts'
import { removeFiles } from './remove-files.ts'
import { tableNameOf } from './upload.ts'

const DRAFT_KEPT_MS = 24 * 60 * 60 * 1_000

/** Ends the tickets on these rows, inside the deletion's own transaction; answers what is left to do once that is through. */
type Withdraw = (datasetIds: string[]) => () => void

/**
 * Removes a dataset's rows from this edge, and those of it that were set aside for tasks. The platform asks for it, after it
 * has looked who may: the log says so, as no member's token was shown here.
 */
export async function deleteDataset(deps: DatasetDeps, id: string, withdraw: Withdraw) {
  const dataset = findDataset(deps.db, id)
  if (!dataset) return
  const children = listChildren(deps.db, id)
  deps.log.append('dataset-deleted', { datasetId: id, with: children.map((child) => child.id), askedBy: 'platform' })
  const end = transaction(deps.db, () => {
    for (const one of [dataset, ...children]) {
      saveDataset(deps.db, { ...one, deleted: true })
      forgetFindings(deps.db, [one.tableName])
      deps.outbox.add({ kind: 'dataset', dataset: { ...metadataOf(one), deleted: true } })
    }
    return withdraw([id, ...children.map((child) => child.id)])
  })
  end()
  for (const one of [dataset, ...children]) await removeFiles(deps.db, one)
}

/** At start: the edge may have ended between a deletion and the end of its files. */
export async function removeDeletedFiles({ db }: Pick<DatasetDeps, 'db'>) {
  for (const dataset of listDeleted(db)) await removeFiles(db, dataset)
}

/** Drafts nobody named within a day. */
export async function deleteOldDrafts(deps: DatasetDeps) {
  const limit = new Date(deps.now().getTime() - DRAFT_KEPT_MS).toISOString()
  for (const draft of listDraftsBefore(deps.db, limit)) {
    deleteDraft(deps.db, draft.id)
    forgetFindings(deps.db, [tableNameOf(draft.id)])
    await removeFiles(deps.db, draft)
  }
}
