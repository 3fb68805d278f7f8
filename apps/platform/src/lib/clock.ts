/** The source of the current time. It is passed in as a dependency, so that tests can control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms)
