import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { failBusyBefore } from './queries.ts'

/** A form's rows take seconds: whoever is at it longer has been killed. */
const LONGEST_MS = 10 * MINUTE_MS

/**
 * What a killed platform left at work has failed: it can be run again or deleted. Only the embedded database is one
 * process's own, so only there all of it is left over when the process starts.
 */
export function failInterrupted({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>, isStart: boolean) {
  const isAlone = settings.DATABASE_URL === undefined
  return failBusyBefore(db, isStart && isAlone ? clock.now() : after(clock.now(), -LONGEST_MS))
}
