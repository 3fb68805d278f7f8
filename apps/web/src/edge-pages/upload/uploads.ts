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

/** An upload to the edge that serves this page. */
export type Upload = CurrentUpload<DatasetDraft> & ReadState

interface ReadState {
  /** The options with which the archive is read. */
  options: ReadOptions
  /** The archive, if the edge stored it but could not read it as it is. */
  archive: StoredArchive | null
}

/** An archive at the edge that can be read in another way without sending it again. */
interface StoredArchive {
  uploadId: string
  /** Other ways to read the archive, the most likely first. Each includes the decisions made before. */
  ways: { remedy: Remedy; options: ReadOptions }[]
}

const AS_IT_IS: ReadOptions = { skipBadRows: false, renameColumns: false }
const store = uploadStore<DatasetDraft, ReadState>()

export const useCurrentUpload = () => useUpload(store)
export const forgetUpload = store.forget

/** Starts an upload of an archive to the edge. */
export function startUpload(file: File): Promise<void> {
  const amount = { loaded: 0, total: file.size }
  return follow(
    { fileName: file.name, status: 'sending', amount, archive: null, options: AS_IT_IS },
    (report, signal) => uploadToOwnEdge(UploadZip, file, { ...report, signal }),
  )
}

/** Has the edge read a stored archive again, in a way that it offered. */
export function readAgain({ fileName, amount, archive }: Upload, options: ReadOptions): Promise<void> {
  if (!archive) throw new Error('There is no archive to read again')
  const { uploadId } = archive
  return follow({ fileName, status: 'reading', amount, archive, options }, (_report, signal) =>
    callOwnEdge(ReadUpload, { uploadId, options }, { signal }),
  )
}

function follow(
  begun: Pick<Upload, 'fileName' | 'status' | 'amount' | 'archive' | 'options'>,
  read: (report: UploadReport, signal: AbortSignal) => Promise<DatasetDraft>,
): Promise<void> {
  const afterFailure = (error: unknown) => ({ archive: archiveAfter(error, begun.options, begun.archive) })
  return store.follow(begun, { title: (name) => name, afterFailure }, read)
}

/**
 * Asks the edge to read the archive of a draft in another way, which a note of the draft offers. The new draft replaces
 * the old one.
 */
export function readOtherwise(upload: Upload, note: ReadingNote, way: string): Promise<void> {
  const uploadId = upload.draft?.uploadId
  if (uploadId === undefined) throw new Error('The edge does not store the archive of this draft')
  const options = withWay(upload.options, note, way)
  return readAgain({ ...upload, archive: { uploadId, ways: [] } }, options)
}

/** Saves the uploaded draft as a dataset with a name. */
export const saveDataset = (input: Input<typeof SaveDataset>) => callOwnEdge(SaveDataset, input)

/**
 * Returns the archive that the edge reports as stored. If a call did not reach the edge, the edge still stores the
 * previous archive.
 */
function archiveAfter(error: unknown, options: ReadOptions, before: StoredArchive | null): StoredArchive | null {
  if (!(error instanceof ApiError)) return null
  if (error.code.startsWith('client.')) return before
  const { uploadId } = error.params
  const ways = remediesIn(error.params).map(({ remedy, option }) => ({ remedy, options: { ...options, ...option } }))
  return uploadId !== undefined && ways.length > 0 ? { uploadId: String(uploadId), ways } : null
}
