import type { DatasetDeps } from './deps.ts'
import { deleteDraft, forgetFindings, type StoredDraft } from './queries.ts'
import { removeFiles } from './remove-files.ts'

export const tableNameOf = (draftId: string) => `t_${draftId.replaceAll('-', '')}`

export async function removeDraft({ db }: Pick<DatasetDeps, 'db'>, draft: StoredDraft) {
  deleteDraft(db, draft.id)
  forgetFindings(db, [tableNameOf(draft.id)])
  await removeFiles(db, draft)
}
