import { SCREEN_DAYS, type Screen, type TaskCounts, TaskStatus } from '@tessera/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'

/** No clock on earth is further ahead of UTC, or behind it. */
const FURTHEST = (14 * HOUR_MS) / MINUTE_MS

export const offsetOf = (minutes: number): number =>
  Number.isFinite(minutes) ? Math.max(-FURTHEST, Math.min(FURTHEST, Math.trunc(minutes))) : 0

/** When the first of the days began that are counted, for a reader whose clock is so many minutes ahead of UTC. */
export function firstDay(now: Date, utcOffset: number): Date {
  const today = Math.floor((now.getTime() + utcOffset * MINUTE_MS) / DAY_MS) * DAY_MS
  return new Date(today - (SCREEN_DAYS - 1) * DAY_MS - utcOffset * MINUTE_MS)
}

/** Every day from the first one on, and every status, whether there is something of it or not. */
export function daysOf(
  counts: { day: string; status: TaskStatus; count: number }[],
  first: Date,
  utcOffset: number,
): Screen['days'] {
  const byDay = Map.groupBy(counts, ({ day }) => day)
  return Array.from({ length: SCREEN_DAYS }, (_, n) => {
    const day = new Date(first.getTime() + utcOffset * MINUTE_MS + n * DAY_MS).toISOString().slice(0, 10)
    return { day, tasks: countsOf(byDay.get(day) ?? []) }
  })
}

export const countsOf = (counts: TaskCounts): TaskCounts =>
  TaskStatus.options.map((status) => ({ status, count: counts.find((one) => one.status === status)?.count ?? 0 }))
