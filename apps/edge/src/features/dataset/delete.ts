import { rm } from 'node:fs/promises'
import { run, transaction } from '../../db/open.ts'
import type { DatasetDeps } from './deps.ts'
import { deleteDraft, findDataset, listChildren, listDraftsBefore, metadataOf, saveDataset } from './queries.ts'

const DRAFT_KEPT_MS = 24 * 60 * 60 * 1_000

/** Removes a dataset's rows from this edge, and those of it that were set aside for tasks; `onGone` ends their tickets. */
export async function deleteDataset(deps: DatasetDeps, id: string, onGone: (datasetId: string) => void) {
  const dataset = findDataset(deps.db, id)
  if (!dataset) return
  const gone = [dataset, ...listChildren(deps.db, id)]
  transaction(deps.db, () => {
    for (const one of gone) {
      saveDataset(deps.db, { ...one, deleted: true })
      run(deps.db, 'delete from profiles where table_name = ?', one.tableName)
      deps.outbox.add({ kind: 'dataset', dataset: { ...metadataOf(one), deleted: true } })
    }
  })
  deps.log.append('dataset-deleted', { datasetId: id, with: gone.slice(1).map((child) => child.id) })
  for (const one of gone) {
    onGone(one.id)
    await rm(one.file, { force: true })
  }
}

/** Drafts nobody named within a day. */
export async function deleteOldDrafts(deps: DatasetDeps) {
  const limit = new Date(deps.now().getTime() - DRAFT_KEPT_MS).toISOString()
  for (const draft of listDraftsBefore(deps.db, limit)) {
    deleteDraft(deps.db, draft.id)
    await rm(draft.file, { force: true })
  }
}
