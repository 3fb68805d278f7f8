import type { KeptRun } from '@tessera/contract'
import { isScoredOnSameRows } from './scored-rows.ts'

/** A run with the number it goes by on the page: 1 is the oldest of those listed. */
export interface NumberedRun extends KeptRun {
  number: number
}

/** The chart has as many signs, and a screen as much room. */
export const MOST_COMPARED = 6

/** Oldest first; the platform lists the newest first. */
export const numbered = (runs: KeptRun[]): NumberedRun[] =>
  runs.toReversed().map((run, place) => ({ ...run, number: place + 1 }))

/**
 * Those that the address names, else the newest two that completed and were scored on the same rows, else the newest two
 * that completed, else the newest two.
 */
export function chosenOf(runs: NumberedRun[], named: string): NumberedRun[] {
  const ids = named.split(',')
  const known = runs.filter(({ id }) => ids.includes(id)).slice(0, MOST_COMPARED)
  if (named !== '') return known
  const completed = runs.filter(({ phase }) => phase === 'completed')
  return pairOf(completed) ?? (completed.length > 1 ? completed : runs).slice(-2)
}

function pairOf(completed: NumberedRun[]): NumberedRun[] | undefined {
  for (const [place, run] of [...completed.entries()].toReversed()) {
    const older = completed.slice(0, place).findLast((other) => isScoredOnSameRows(other, run))
    if (older) return [older, run]
  }
  return undefined
}

/** What the address says once one more is chosen, or one less. */
export const toggled = (chosen: NumberedRun[], id: string): string => {
  const ids = chosen.map((run) => run.id)
  return (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]).join(',')
}
