import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgressLimit } from '@tessera/server'

const SAY_EVERY_MS = 30_000

/** Optional functions that follow a wait. */
export interface Watching {
  /** Returns the state of what is awaited. Each new state restarts the limit. */
  state?: () => string
  /** Receives a line about what is awaited and its state, every 30 seconds. */
  say?: (line: string) => void
}

/**
 * Calls `ask` until it returns a value. Throws if no progress occurs within the limit, which advances only as fast as
 * the machine lets processes work. The error states what was awaited, its last state, and how busy the machine is.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitMs = 60_000,
  everyMs = 250,
  { state = () => '', say }: Watching = {},
): Promise<T> {
  const progressLimit = new ProgressLimit(limitMs)
  const seen = new Set<string>()
  const beginning = Date.now()
  let reportedAt = beginning
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    const now = state()
    if (!seen.has(now)) {
      seen.add(now)
      progressLimit.restart()
    }
    if (progressLimit.hasPassed) {
      const waited = Math.round((Date.now() - beginning) / 1_000)
      throw new Error(
        `waited ${waited} s for ${what}, the last ${limitMs / 1_000} s or more without progress${stateText(now)}`,
      )
    }
    if (say && Date.now() - reportedAt >= SAY_EVERY_MS) {
      reportedAt = Date.now()
      say(`  still waiting for ${what}${stateText(now)}`)
    }
    await sleep(everyMs)
  }
}

const stateText = (state: string) =>
  `${state && `: ${state}`} (load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors)`
