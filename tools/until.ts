import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgressLimit } from '@tessera/server'

const SAY_EVERY_MS = 30_000

/** Optional functions of a wait. */
export interface Watching {
  /** The state of the awaited thing. A new state is progress: the limit starts again. */
  state?: () => string
  /** Is called every 30 seconds with what is awaited and its state. */
  say?: (line: string) => void
}

/**
 * Repeats a question until there is an answer. It gives up if there is no progress for the limit, whose time passes
 * only as fast as the machine lets processes work. The error reports what was awaited, its state, and how busy the
 * machine is.
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
