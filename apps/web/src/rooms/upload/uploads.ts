import {
  type DatasetDraft,
  type Input,
  type ReadingNote,
  type ReadOptions,
  type Remedy,
  remediesIn,
  withWay,
} from '@tessera/contract'
import { ReadUpload, SaveDataset, UploadZip } from '@tessera/contract/wire'
import { ApiError } from '../../lib/api-error.ts'
import { type CurrentUpload, type UploadReport, uploadStore, useUpload } from '../../lib/current-upload.ts'
import { callOwnEdge, uploadToOwnEdge } from '../../lib/own-edge.ts'

/** One upload on its way to the edge that serves this page. */
export type Upload = CurrentUpload<DatasetDraft> & Kept

interface Kept {
  /** How it was read, or is being read. */
  options: ReadOptions
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
  return follow({ fileName: file.name, status: 'sending', amount, kept: null, options: AS_IT_IS }, (report, signal) =>
    uploadToOwnEdge(UploadZip, file, { ...report, signal }),
  )
}

/** Has the edge read an archive again that it kept, in a way it offered. */
export function readAgain({ fileName, amount, kept }: Upload, options: ReadOptions): Promise<void> {
  if (!kept) throw new Error('There is no archive to read again')
  const { uploadId } = kept
  return follow({ fileName, status: 'reading', amount, kept, options }, (_report, signal) =>
    callOwnEdge(ReadUpload, { uploadId, options }, { signal }),
  )
}

function follow(
  begun: Pick<Upload, 'fileName' | 'status' | 'amount' | 'kept' | 'options'>,
  read: (report: UploadReport, signal: AbortSignal) => Promise<DatasetDraft>,
): Promise<void> {
  const afterFailure = (error: unknown) => ({ kept: keptAfter(error, begun.options, begun.kept) })
  return store.follow(begun, { title: (name) => name, afterFailure }, read)
}

/** Has the edge read the archive of a draft in another way that a note of the draft offers; the new draft takes its place. */
export function readOtherwise(upload: Upload, note: ReadingNote, way: string): Promise<void> {
  const uploadId = upload.draft?.uploadId
  if (uploadId === undefined) throw new Error('The edge does not store the archive of this draft')
  const options = withWay(upload.options, note, way)
  return readAgain({ ...upload, kept: { uploadId, ways: [] } }, options)
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
