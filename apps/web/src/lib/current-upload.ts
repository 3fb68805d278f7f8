import { useSyncExternalStore } from 'react'
import { startActivity } from './activity.ts'
import type { Amount } from './form-body.ts'
import { getSession, subscribeUser, useSession } from './session.ts'

/**
 * An upload in progress. Its state is stored outside components, so that it continues when the user leaves the page.
 */
export interface CurrentUpload<Draft> {
  partyId: string
  fileName: string
  activityId: string
  /** `hashing`: the hash for the proof is computed. `reading`: all bytes are sent and the server reads the file. */
  status: 'hashing' | 'sending' | 'reading' | 'ready' | 'failed' | 'cancelled'
  /** The number of bytes that have been hashed or sent. */
  amount: Amount
  /** When the server began to read the file, in milliseconds like `Date.now()`. */
  readingSince: number | null
  draft: Draft | null
  error: unknown
  cancel: () => void
}

/** Returns the initial state of an upload, together with additional state. */
type Begun<Draft, More> = Pick<CurrentUpload<Draft>, 'fileName' | 'status' | 'amount'> & More

/** Callbacks that report the progress: first how much of the form is hashed, and then how much is sent. */
export interface UploadReport {
  onHashed: (amount: Amount) => void
  onProgress: (amount: Amount) => void
}

interface Options<More> {
  /** Returns the upload's title in the header's list of background activities, whose entry links to `path`. */
  title: (fileName: string) => string
  path?: string
  /** Returns additional state to store after a failure. */
  afterFailure?: (error: unknown) => Partial<More>
}

/** Returns a store for a single upload: the newest one of the current user. */
export function uploadStore<Draft, More extends object = object>() {
  type StoredUpload = CurrentUpload<Draft> & More
  let current: StoredUpload | null = null
  const listeners = new Set<() => void>()

  const show = (next: StoredUpload | null) => {
    current = next
    for (const listener of listeners) listener()
  }
  const change = (activityId: string, part: Partial<StoredUpload>) => {
    if (current?.activityId === activityId) show({ ...current, ...part })
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Starts an upload and cancels the previous one. */
  async function follow(
    begun: Begun<Draft, More>,
    { title, path, afterFailure }: Options<More>,
    read: (report: UploadReport, signal: AbortSignal) => Promise<Draft>,
  ): Promise<void> {
    current?.cancel()
    const aborter = new AbortController()
    const cancel = () => aborter.abort()
    const activity = startActivity({ title: () => title(begun.fileName), cancel, ...(path !== undefined && { path }) })
    const partyId = getSession().party?.id ?? ''
    const readingSince = begun.status === 'reading' ? Date.now() : null
    show({ ...begun, partyId, activityId: activity.id, readingSince, draft: null, error: null, cancel })
    const onHashed = (amount: Amount) => {
      activity.progress(amount)
      change(activity.id, { amount, status: 'hashing' } as Partial<StoredUpload>)
    }
    const onProgress = (amount: Amount) => {
      activity.progress(amount)
      const isSent = amount.loaded >= amount.total
      const read = isSent ? { status: 'reading', readingSince: Date.now() } : { status: 'sending' }
      change(activity.id, { amount, ...read } as Partial<StoredUpload>)
    }
    try {
      const draft = await read({ onHashed, onProgress }, aborter.signal)
      activity.done()
      change(activity.id, { status: 'ready', draft } as Partial<StoredUpload>)
    } catch (error) {
      activity.fail(error)
      const failed = { status: 'failed', error, ...afterFailure?.(error) }
      change(activity.id, (aborter.signal.aborted ? { status: 'cancelled' } : failed) as Partial<StoredUpload>)
    }
  }

  /** Removes an upload that was saved or discarded, or whose failure the user has seen. */
  function forget() {
    current?.cancel()
    show(null)
  }

  // Stops the upload when the user logs out.
  subscribeUser(forget)
  return { subscribe, read: () => current, follow, forget }
}

/**
 * Returns the current upload: in progress, or waiting for the user's description. In the console it is that of the
 * current party; on an edge page, where no user is logged in, it is the latest one.
 */
export function useUpload<StoredUpload extends { partyId: string }>(store: {
  subscribe: (listener: () => void) => () => void
  read: () => StoredUpload | null
}): StoredUpload | null {
  const { party } = useSession()
  const latest = useSyncExternalStore(store.subscribe, store.read)
  return latest && latest.partyId === (party?.id ?? '') ? latest : null
}
