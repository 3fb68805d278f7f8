import { useSyncExternalStore } from 'react'
import { subscribeUser } from './session.ts'

/** Long work that goes on when its page is left: uploads, analyses, downloads. */
export interface Activity {
  id: string
  /** A function says it anew, in the present language. */
  title: string | (() => string)
  status: 'running' | 'done' | 'failed' | 'cancelled'
  loaded: number
  /** 0 while unknown. */
  total: number
  bytesPerSecond: number
  startTime: Date
  error: unknown
  /** Where to look at it. */
  path: string | null
  canCancel: boolean
  /** Of a hundred, where nobody says how many bytes. */
  countsPercent: boolean
}

interface Entry extends Activity {
  cancel: (() => void) | undefined
}

let entries: Entry[] = []
const listeners = new Set<() => void>()
let nextId = 1

/**
 * Puts work into the header's activity list. Report with the handle: `progress({ loaded, total })`, then `done(path?)`
 * or `fail(error)` (a cancelled one is told by its AbortError).
 */
export function startActivity(options: {
  title: Activity['title']
  path?: string
  cancel?: () => void
  countsPercent?: boolean
}) {
  const id = String(nextId++)
  const startTime = new Date()
  let stageStart = startTime.getTime()
  let before = 0
  entries = [
    {
      id,
      title: options.title,
      status: 'running',
      loaded: 0,
      total: 0,
      bytesPerSecond: 0,
      startTime,
      error: null,
      path: options.path ?? null,
      cancel: options.cancel,
      canCancel: options.cancel !== undefined,
      countsPercent: options.countsPercent ?? false,
    },
    ...entries,
  ]
  publish()
  return {
    id,
    progress({ loaded, total }: { loaded: number; total: number }) {
      // Less than before: another stage has begun, with a speed of its own.
      if (loaded < before) stageStart = Date.now()
      before = loaded
      const seconds = (Date.now() - stageStart) / 1000
      update(id, { loaded, total, bytesPerSecond: seconds > 0 ? loaded / seconds : 0 })
    },
    done(path?: string) {
      update(id, { status: 'done', canCancel: false, ...(path === undefined ? {} : { path }) })
    },
    fail(error: unknown) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError'
      update(id, { status: cancelled ? 'cancelled' : 'failed', error, canCancel: false })
    },
  }
}

export function cancelActivity(id: string) {
  entries.find((entry) => entry.id === id)?.cancel?.()
}

/** Takes finished work off the list. */
export function clearFinishedActivities() {
  entries = entries.filter((entry) => entry.status === 'running')
  publish()
}

/** Newest first. */
export function useActivities(): readonly Activity[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => entries,
  )
}

/** Seconds left at the pace so far; null when unknown. */
export function secondsLeft({ total, loaded, bytesPerSecond }: Activity): number | null {
  return total > 0 && bytesPerSecond > 0 ? Math.ceil((total - loaded) / bytesPerSecond) : null
}

function update(id: string, change: Partial<Entry>) {
  entries = entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
  publish()
}

function publish() {
  for (const listener of listeners) listener()
}

// One user's work is neither shown to the next nor goes on for them.
subscribeUser(() => {
  const running = entries.filter(({ status }) => status === 'running')
  entries = []
  publish()
  for (const { cancel } of running) cancel?.()
})
