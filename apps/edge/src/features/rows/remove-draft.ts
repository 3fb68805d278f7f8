import type { DatasetDeps } from './deps.ts'
import { deleteDraft, forgetFindings, type StoredDraft } from './queries.ts'
import { removeFiles } from './remove-files.ts'

export const tableNameOf = (draftId: string) => `t_${draftId.replaceAll('-', '')}`

/**
 * Removes a draft and its files. Does nothing if the draft was saved as a dataset, which then owns the files, or was
 * already removed.
 */
export async function removeDraft({ db }: Pick<DatasetDeps, 'db'>, draft: StoredDraft) {
  if (deleteDraft(db, draft.id).changes === 0) return
  forgetFindings(db, [tableNameOf(draft.id)])
  await removeFiles(db, draft)
}
