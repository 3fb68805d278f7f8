import type { ModelDraft } from '@tessera/contract'
import { UploadModelFile } from '@tessera/contract/wire'
import { upload } from '../../../lib/api.ts'
import { type CurrentUpload, uploadStore, useUpload } from '../../../lib/current-upload.ts'
import { translate } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { phrases } from '../phrases.ts'

/** A file that is being uploaded to the platform, or that waits there for its model card. */
export type ModelImport = CurrentUpload<ModelDraft>

const store = uploadStore<ModelDraft>()

export const useCurrentImport = () => useUpload(store)
export const forgetImport = store.forget

export function startImport(file: File): Promise<void> {
  const title = (name: string) => translate(phrases, 'import.activity', { name })
  const begun = { fileName: file.name, status: 'sending', amount: { loaded: 0, total: file.size } } as const
  return store.follow(begun, { title, path: paths.myModels() }, ({ onProgress }, signal) =>
    upload(UploadModelFile, file, { onProgress, signal }),
  )
}
