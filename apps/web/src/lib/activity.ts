import { useSyncExternalStore } from 'react'
import { subscribeUser } from './session.ts'

/** Long-running work that continues when the user leaves its page: uploads, analyses, downloads. */
export interface Activity {
  id: string
  /** The title, or a function that returns it in the current language. */
  title: string | (() => string)
  status: 'running' | 'done' | 'failed' | 'cancelled'
  loaded: number
  /** Total amount, in bytes or percent; 0 while unknown. */
  total: number
  bytesPerSecond: number
  startTime: Date
  error: unknown
  /** The page to which the activity links. */
  path: string | null
  canCancel: boolean
  /** Whether the amounts are percentages, because the number of bytes is unknown. */
  countsPercent: boolean
}

interface Entry extends Activity {
  cancel: (() => void) | undefined
}

let entries: Entry[] = []
const listeners = new Set<() => void>()
let nextId = 1

/**
 * Adds work to the header's list of activities. The caller reports on the work with the returned handle: `progress({
 * loaded, total })`, then `done(path?)` or `fail(error)`. An AbortError marks the work as cancelled.
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
      // If the amount decreases, another stage has begun, whose speed is measured separately.
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

/** Removes finished work from the list. */
export function clearFinishedActivities() {
  entries = entries.filter((entry) => entry.status === 'running')
  publish()
}

/** Returns all activities, newest first. */
export function useActivities(): readonly Activity[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => entries,
  )
}

/** Returns the seconds left at the current speed, or null while it is unknown. */
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

// Stops all work when the user changes, because the work of one user must never be shown to another.
subscribeUser(() => {
  const running = entries.filter(({ status }) => status === 'running')
  entries = []
  publish()
  for (const { cancel } of running) cancel?.()
})
