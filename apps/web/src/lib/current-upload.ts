import { useSyncExternalStore } from 'react'
import { startActivity } from './activity.ts'
import type { Amount } from './form-body.ts'
import { getSession, subscribeUser, useSession } from './session.ts'

/** One upload on its way. It lives outside components, so it goes on when its page is left. */
export interface CurrentUpload<Draft> {
  partyId: string
  fileName: string
  activityId: string
  /** `hashing`: the hash that the proof covers is computed; `reading`: all bytes are sent and the server looks into the file. */
  status: 'hashing' | 'sending' | 'reading' | 'ready' | 'failed' | 'cancelled'
  /** Hashed or sent so far. */
  amount: Amount
  /** When the server began to read, as `Date.now()` says it. */
  readingSince: number | null
  draft: Draft | null
  error: unknown
  cancel: () => void
}

/** How an upload begins, with what is known of it besides. */
type Begun<Draft, More> = Pick<CurrentUpload<Draft>, 'fileName' | 'status' | 'amount'> & More

/** What is called back with how much of the form is hashed, then with how much of it is sent. */
export interface UploadReport {
  onHashed: (amount: Amount) => void
  onProgress: (amount: Amount) => void
}

interface Options<More> {
  /** As the header's activities call it; they lead to `path`. */
  title: (fileName: string) => string
  path?: string
  /** What is known besides once it has failed. */
  afterFailure?: (error: unknown) => Partial<More>
}

/** Keeps one upload of one sort: the newest, of whoever is logged in. */
export function uploadStore<Draft, More extends object = object>() {
  type Kept = CurrentUpload<Draft> & More
  let current: Kept | null = null
  const listeners = new Set<() => void>()

  const show = (next: Kept | null) => {
    current = next
    for (const listener of listeners) listener()
  }
  const change = (activityId: string, part: Partial<Kept>) => {
    if (current?.activityId === activityId) show({ ...current, ...part })
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Takes the place of the upload before. */
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
      change(activity.id, { amount, status: 'hashing' } as Partial<Kept>)
    }
    const onProgress = (amount: Amount) => {
      activity.progress(amount)
      const isSent = amount.loaded >= amount.total
      const read = isSent ? { status: 'reading', readingSince: Date.now() } : { status: 'sending' }
      change(activity.id, { amount, ...read } as Partial<Kept>)
    }
    try {
      const draft = await read({ onHashed, onProgress }, aborter.signal)
      activity.done()
      change(activity.id, { status: 'ready', draft } as Partial<Kept>)
    } catch (error) {
      activity.fail(error)
      const failed = { status: 'failed', error, ...afterFailure?.(error) }
      change(activity.id, (aborter.signal.aborted ? { status: 'cancelled' } : failed) as Partial<Kept>)
    }
  }

  /** Forgets the upload: it was saved, discarded, or has failed and was read about. */
  function forget() {
    current?.cancel()
    show(null)
  }

  // A file must not go on travelling for somebody who has logged out.
  subscribeUser(forget)
  return { subscribe, read: () => current, follow, forget }
}

/** The upload of the party acted for, or of an edge's own page where nobody is logged in: on its way, or waiting for what is to be said of it. */
export function useUpload<Kept extends { partyId: string }>(store: {
  subscribe: (listener: () => void) => () => void
  read: () => Kept | null
}): Kept | null {
  const { party } = useSession()
  const latest = useSyncExternalStore(store.subscribe, store.read)
  return latest && latest.partyId === (party?.id ?? '') ? latest : null
}
