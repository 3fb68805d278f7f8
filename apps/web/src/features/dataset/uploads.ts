import { type DatasetDraft, type ReadOptions, type Remedy, remediesIn } from '@tessera/contract'
import { ReadUpload, UploadZip } from '@tessera/contract/wire'
import { useSyncExternalStore } from 'react'
import { startActivity } from '../../lib/activity.ts'
import { type Amount, ApiError, call, upload } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { getSession, subscribeUser, useSession } from '../../lib/session.ts'
import { phrases } from './phrases.ts'

/** One upload on its way to the party's edge. It lives outside components, so it goes on when its page is left. */
export interface Upload {
  partyId: string
  fileName: string
  activityId: string
  /** `reading`: all bytes are sent and the edge looks into the archive. */
  status: 'sending' | 'reading' | 'ready' | 'failed' | 'cancelled'
  amount: Amount
  /** When the edge began to read, as `Date.now()` says it. */
  readingSince: number | null
  draft: DatasetDraft | null
  error: unknown
  /** Where the edge could not read the archive as it is, but kept it. */
  kept: KeptArchive | null
  cancel: () => void
}

/** An archive at the edge that can be read in another way; nothing has to be sent again. */
interface KeptArchive {
  uploadId: string
  /** In what ways, the likelier first: each with what was decided before. */
  ways: { remedy: Remedy; options: ReadOptions }[]
}

const AS_IT_IS: ReadOptions = { skipBadRows: false, renameColumns: false }

let current: Upload | null = null
const listeners = new Set<() => void>()

/** The upload of the party acted for, if there is one: sent, or waiting for its name. */
export function useCurrentUpload(): Upload | null {
  const { party } = useSession()
  const latest = useSyncExternalStore(subscribe, () => current)
  return latest && latest.partyId === party?.id ? latest : null
}

/** Sends the archive to the edge. */
export function startUpload(file: File): Promise<void> {
  const amount = { loaded: 0, total: file.size }
  return follow({ fileName: file.name, status: 'sending', amount, kept: null }, AS_IT_IS, (onProgress, signal) =>
    upload(UploadZip, file, { onProgress, signal }),
  )
}

/** Has the edge read an archive again that it kept, in a way it offered. */
export function readAgain({ fileName, amount, kept }: Upload, options: ReadOptions): Promise<void> {
  if (!kept) throw new Error('There is no archive to read again')
  const { uploadId } = kept
  return follow({ fileName, status: 'reading', amount, kept }, options, (_onProgress, signal) =>
    call(ReadUpload, { uploadId, options }, { signal }),
  )
}

/** Takes the place of the upload before. It stands in the header's activities, which lead back to "my data". */
async function follow(
  begun: Pick<Upload, 'fileName' | 'status' | 'amount' | 'kept'>,
  options: ReadOptions,
  read: (onProgress: (amount: Amount) => void, signal: AbortSignal) => Promise<DatasetDraft>,
): Promise<void> {
  current?.cancel()
  const aborter = new AbortController()
  const cancel = () => aborter.abort()
  const title = () => translate(phrases, 'upload.activity', { name: begun.fileName })
  const activity = startActivity({ title, path: paths.myData(), cancel })
  const partyId = getSession().party?.id ?? ''
  const readingSince = begun.status === 'reading' ? Date.now() : null
  show({ ...begun, partyId, activityId: activity.id, readingSince, draft: null, error: null, cancel })
  const onProgress = (amount: Amount) => {
    activity.progress(amount)
    const isSent = amount.loaded >= amount.total
    change(activity.id, { amount, ...(isSent && { status: 'reading', readingSince: Date.now() }) })
  }
  try {
    const draft = await read(onProgress, aborter.signal)
    activity.done()
    change(activity.id, { status: 'ready', draft })
  } catch (error) {
    activity.fail(error)
    const kept = keptAfter(error, options, begun.kept)
    change(activity.id, aborter.signal.aborted ? { status: 'cancelled' } : { status: 'failed', error, kept })
  }
}

/** What the edge says it keeps; a call that never reached it took nothing away. */
function keptAfter(error: unknown, options: ReadOptions, before: KeptArchive | null): KeptArchive | null {
  if (!(error instanceof ApiError)) return null
  if (error.code.startsWith('client.')) return before
  const { uploadId } = error.params
  const ways = remediesIn(error.params).map(({ remedy, option }) => ({ remedy, options: { ...options, ...option } }))
  return uploadId !== undefined && ways.length > 0 ? { uploadId: String(uploadId), ways } : null
}

/** Forgets the upload: it was saved, discarded, or has failed and was read about. */
export function forgetUpload() {
  current?.cancel()
  show(null)
}

function change(activityId: string, part: Partial<Upload>) {
  if (current?.activityId === activityId) show({ ...current, ...part })
}

function show(next: Upload | null) {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// A file must not go on travelling for somebody who has logged out.
subscribeUser(forgetUpload)
