import { SCREEN_DAYS, type Screen, type TaskCounts, TaskStatus } from '@tessera/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'

/** Maximum offset of a time zone from UTC, in minutes. */
const FURTHEST = (14 * HOUR_MS) / MINUTE_MS

export const offsetOf = (minutes: number): number =>
  Number.isFinite(minutes) ? Math.max(-FURTHEST, Math.min(FURTHEST, Math.trunc(minutes))) : 0

/** Returns when the first counted day began, for a reader whose clock is `utcOffset` minutes ahead of UTC. */
export function firstDay(now: Date, utcOffset: number): Date {
  const today = Math.floor((now.getTime() + utcOffset * MINUTE_MS) / DAY_MS) * DAY_MS
  return new Date(today - (SCREEN_DAYS - 1) * DAY_MS - utcOffset * MINUTE_MS)
}

/** Returns an entry for every day from the first one and for every status, including those without tasks. */
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
