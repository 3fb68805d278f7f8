import type { DatasetDeps } from './deps.ts'
import { deleteDraft, forgetFindings, type StoredDraft } from './queries.ts'
import { removeFiles } from './remove-files.ts'

export const tableNameOf = (draftId: string) => `t_${draftId.replaceAll('-', '')}`

/** Removes a draft with its files, unless it was saved as a dataset or removed since it was listed: its files are the dataset's then. */
export async function removeDraft({ db }: Pick<DatasetDeps, 'db'>, draft: StoredDraft) {
  if (deleteDraft(db, draft.id).changes === 0) return
  forgetFindings(db, [tableNameOf(draft.id)])
  await removeFiles(db, draft)
}
