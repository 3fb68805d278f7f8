import { useSyncExternalStore } from 'react'
import { startActivity } from './activity.ts'
import type { Amount } from './form-body.ts'
import { getSession, subscribeUser, useSession } from './session.ts'

/** An upload in progress. Its state lives outside components, so it continues when the user leaves its page. */
export interface CurrentUpload<Draft> {
  partyId: string
  fileName: string
  activityId: string
  /** `hashing`: the hash for the proof is computed. `reading`: all bytes are sent and the server reads the file. */
  status: 'hashing' | 'sending' | 'reading' | 'ready' | 'failed' | 'cancelled'
  /** The amount hashed or sent so far. */
  amount: Amount
  /** When the server began to read, as from `Date.now()`. */
  readingSince: number | null
  draft: Draft | null
  error: unknown
  cancel: () => void
}

/** The initial state of an upload, with additional state. */
type Begun<Draft, More> = Pick<CurrentUpload<Draft>, 'fileName' | 'status' | 'amount'> & More

/** Callbacks for the amount of the form that is hashed, then for the amount that is sent. */
export interface UploadReport {
  onHashed: (amount: Amount) => void
  onProgress: (amount: Amount) => void
}

interface Options<More> {
  /** The title of the upload in the header's activities, which link to `path`. */
  title: (fileName: string) => string
  path?: string
  /** Returns the additional state after a failure. */
  afterFailure?: (error: unknown) => Partial<More>
}

/** Returns a store for one upload, the newest one of the current user. */
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

  /** Removes the upload after it was saved or discarded, or after its failure was shown. */
  function forget() {
    current?.cancel()
    show(null)
  }

  // Stop the upload when the user logs out.
  subscribeUser(forget)
  return { subscribe, read: () => current, follow, forget }
}

/**
 * Returns the upload of the current party (on an edge page, where no user is logged in, the latest one): in progress,
 * or waiting for the user's description.
 */
export function useUpload<StoredUpload extends { partyId: string }>(store: {
  subscribe: (listener: () => void) => () => void
  read: () => StoredUpload | null
}): StoredUpload | null {
  const { party } = useSession()
  const latest = useSyncExternalStore(store.subscribe, store.read)
  return latest && latest.partyId === (party?.id ?? '') ? latest : null
}
