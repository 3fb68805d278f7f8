import { type DatasetDraft, type Input, type ReadOptions, type Remedy, remediesIn } from '@tessera/contract'
import { ReadUpload, SaveDataset, UploadZip } from '@tessera/contract/wire'
import { ApiError } from '../../lib/api-error.ts'
import { type CurrentUpload, uploadStore, useUpload } from '../../lib/current-upload.ts'
import { callOwnEdge, uploadToOwnEdge } from '../../lib/own-edge.ts'
import type { Amount } from '../../lib/send-file.ts'

/** One upload on its way to the edge that serves this page. */
export type Upload = CurrentUpload<DatasetDraft> & Kept

interface Kept {
  /** Where the edge could not read the archive as it is, but kept it. */
  kept: KeptArchive | null
}

/** An archive at the edge that can be read in another way; nothing has to be sent again. */
interface KeptArchive {
  uploadId: string
  /** In what ways, the likelier first: each with what was decided before. */
  ways: { remedy: Remedy; options: ReadOptions }[]
}

const AS_IT_IS: ReadOptions = { skipBadRows: false, renameColumns: false }
const store = uploadStore<DatasetDraft, Kept>()

export const useCurrentUpload = () => useUpload(store)
export const forgetUpload = store.forget

/** Sends the archive to the edge. */
export function startUpload(file: File): Promise<void> {
  const amount = { loaded: 0, total: file.size }
  return follow({ fileName: file.name, status: 'sending', amount, kept: null }, AS_IT_IS, (onProgress, signal) =>
    uploadToOwnEdge(UploadZip, file, { onProgress, signal }),
  )
}

/** Has the edge read an archive again that it kept, in a way it offered. */
export function readAgain({ fileName, amount, kept }: Upload, options: ReadOptions): Promise<void> {
  if (!kept) throw new Error('There is no archive to read again')
  const { uploadId } = kept
  return follow({ fileName, status: 'reading', amount, kept }, options, (_onProgress, signal) =>
    callOwnEdge(ReadUpload, { uploadId, options }, { signal }),
  )
}

function follow(
  begun: Pick<Upload, 'fileName' | 'status' | 'amount' | 'kept'>,
  options: ReadOptions,
  read: (onProgress: (amount: Amount) => void, signal: AbortSignal) => Promise<DatasetDraft>,
): Promise<void> {
  const afterFailure = (error: unknown) => ({ kept: keptAfter(error, options, begun.kept) })
  return store.follow(begun, { title: (name) => name, afterFailure }, read)
}

/** Makes a dataset of what was uploaded, by giving it a name. */
export const saveDataset = (input: Input<typeof SaveDataset>) => callOwnEdge(SaveDataset, input)

/** What the edge says it keeps; a call that never reached it took nothing away. */
function keptAfter(error: unknown, options: ReadOptions, before: KeptArchive | null): KeptArchive | null {
  if (!(error instanceof ApiError)) return null
  if (error.code.startsWith('client.')) return before
  const { uploadId } = error.params
  const ways = remediesIn(error.params).map(({ remedy, option }) => ({ remedy, options: { ...options, ...option } }))
  return uploadId !== undefined && ways.length > 0 ? { uploadId: String(uploadId), ways } : null
}
