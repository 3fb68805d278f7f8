import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until there is an answer; says what was waited for when there is none. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 60_000,
  everyMs = 250,
): Promise<T> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await sleep(everyMs)
  }
  throw new Error(`waited ${timeoutMs / 1000} s for ${what}`)
}
