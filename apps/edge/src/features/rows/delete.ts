import { transaction } from '../../db/open.ts'
import type { DatasetDeps } from './deps.ts'
import {
  deleteDatasetRow,
  findDataset,
  forgetFindings,
  listChildren,
  listDeleted,
  listDraftsBefore,
  metadataOf,
  saveDataset,
} from './queries.ts'
import { removeDraft } from './remove-draft.ts'
import { removeFiles } from './remove-files.ts'
import { storeRemoved } from './removed.ts'

const DRAFT_KEPT_MS = 24 * 60 * 60 * 1_000

/**
 * Withdraws the tickets on the removed rows. Called within the transaction that removes the rows; returns a function to
 * call after the transaction.
 */
type Withdraw = (datasetIds: string[]) => () => void

/**
 * Removes a dataset from the edge's lists because the platform has removed it. The platform cannot delete rows: they
 * stay on disk until a signer deletes or restores them (`removed.ts`). Copies that were selected for tasks are removed.
 * The log names the platform as the requester, because no member sent a token.
 */
export async function unlistDataset(deps: DatasetDeps, id: string, withdraw: Withdraw) {
  const dataset = findDataset(deps.db, id)
  if (!dataset) return
  const children = listChildren(deps.db, id)
  deps.log.append('dataset-unlisted', {
    datasetId: id,
    with: children.map((child) => child.id),
    requestedBy: 'platform',
  })
  const end = transaction(deps.db, () => {
    storeRemoved(deps, dataset, 'unlisted')
    deleteDatasetRow(deps.db, id)
    for (const child of children) {
      saveDataset(deps.db, { ...child, deleted: true })
      forgetFindings(deps.db, [child.tableName])
    }
    for (const one of [dataset, ...children]) {
      deps.outbox.add({ kind: 'dataset', dataset: { ...metadataOf(one), deleted: true } })
    }
    return withdraw([id, ...children.map((child) => child.id)])
  })
  end()
  for (const child of children) await removeFiles(deps.db, child)
}

/**
 * Deletes the files of deleted datasets at start. The edge may have stopped between a deletion and the removal of its
 * files.
 */
export async function removeDeletedFiles({ db }: Pick<DatasetDeps, 'db'>) {
  for (const dataset of listDeleted(db)) await removeFiles(db, dataset)
}

/** Deletes drafts that were not saved within one day. */
export async function deleteOldDrafts(deps: DatasetDeps) {
  const limit = new Date(deps.now().getTime() - DRAFT_KEPT_MS).toISOString()
  for (const draft of listDraftsBefore(deps.db, limit)) await removeDraft(deps, draft)
}
