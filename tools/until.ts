import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Patience } from '@tessera/server'

const SAY_EVERY_MS = 30_000

/** What a wait can know and say besides its answer. */
export interface Watching {
  /** How far the awaited thing is. A state that was not seen before is progress: the limit starts again. */
  state?: () => string
  /** Is told every 30 seconds what is still waited for, and how far that is. */
  say?: (line: string) => void
}

/**
 * Asks again until there is an answer. It gives up once nothing has made progress for the limit, whose time passes only
 * as fast as the machine lets processes work; the error says what was waited for, how far it was, and how busy the machine is.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitMs = 60_000,
  everyMs = 250,
  { state = () => '', say }: Watching = {},
): Promise<T> {
  const patience = new Patience(limitMs)
  const seen = new Set<string>()
  const beginning = Date.now()
  let saidAt = beginning
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    const now = state()
    if (!seen.has(now)) {
      seen.add(now)
      patience.renew()
    }
    if (patience.isOver) {
      const waited = Math.round((Date.now() - beginning) / 1_000)
      throw new Error(
        `waited ${waited} s for ${what}, the last ${limitMs / 1_000} s or more without progress${told(now)}`,
      )
    }
    if (say && Date.now() - saidAt >= SAY_EVERY_MS) {
      saidAt = Date.now()
      say(`  still waiting for ${what}${told(now)}`)
    }
    await sleep(everyMs)
  }
}

const told = (state: string) =>
  `${state && `: ${state}`} (load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors)`
