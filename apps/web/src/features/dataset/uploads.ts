import type { DatasetDraft } from '@tessera/contract'
import { UploadZip } from '@tessera/contract/wire'
import { useSyncExternalStore } from 'react'
import { startActivity } from '../../lib/activity.ts'
import { type Amount, upload } from '../../lib/files.ts'
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
  draft: DatasetDraft | null
  error: unknown
  cancel: () => void
}

let current: Upload | null = null
const listeners = new Set<() => void>()

/** The upload of the party acted for, if there is one: sent, or waiting for its name. */
export function useCurrentUpload(): Upload | null {
  const { party } = useSession()
  const latest = useSyncExternalStore(subscribe, () => current)
  return latest && latest.partyId === party?.id ? latest : null
}

/** Sends the archive to the edge. It stands in the header's activities, which lead back to "my data". */
export async function startUpload(file: File): Promise<void> {
  current?.cancel()
  const aborter = new AbortController()
  const cancel = () => aborter.abort()
  const title = () => translate(phrases, 'upload.activity', { name: file.name })
  const activity = startActivity({ title, path: paths.myData(), cancel })
  const mine: Upload = {
    partyId: getSession().party?.id ?? '',
    fileName: file.name,
    activityId: activity.id,
    status: 'sending',
    amount: { loaded: 0, total: file.size },
    draft: null,
    error: null,
    cancel,
  }
  show(mine)
  try {
    const onProgress = (amount: Amount) => {
      activity.progress(amount)
      change(mine.activityId, { amount, status: amount.loaded >= amount.total ? 'reading' : 'sending' })
    }
    const draft = await upload(UploadZip, file, { onProgress, signal: aborter.signal })
    activity.done()
    change(mine.activityId, { status: 'ready', draft })
  } catch (error) {
    activity.fail(error)
    change(mine.activityId, aborter.signal.aborted ? { status: 'cancelled' } : { status: 'failed', error })
  }
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
