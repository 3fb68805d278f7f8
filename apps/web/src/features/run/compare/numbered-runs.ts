import type { ComparableRun } from '@tessera/contract'
import { isScoredOnSameRows } from './scored-rows.ts'

/** A run with its number on the page. 1 is the oldest listed run. */
export interface NumberedRun extends ComparableRun {
  number: number
}

/** Maximum number of compared runs, limited by the chart's symbols and the width of the screen. */
export const MAX_COMPARED = 6

/** Numbers the runs, oldest first. The platform lists the newest first. */
export const numbered = (runs: ComparableRun[]): NumberedRun[] =>
  runs.toReversed().map((run, place) => ({ ...run, number: place + 1 }))

/**
 * Returns the runs that the address names. Without names, the first that exists of:
 * - the newest two that completed and were scored on the same rows;
 * - the newest two that completed;
 * - the newest two.
 */
export function chosenOf(runs: NumberedRun[], named: string): NumberedRun[] {
  const ids = named.split(',')
  const known = runs.filter(({ id }) => ids.includes(id)).slice(0, MAX_COMPARED)
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

/** Returns the address's list of runs with one run added or removed. */
export const toggled = (chosen: NumberedRun[], id: string): string => {
  const ids = chosen.map((run) => run.id)
  return (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]).join(',')
}
