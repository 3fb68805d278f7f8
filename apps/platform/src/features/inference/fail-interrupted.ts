import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { failBusyBefore } from './queries.ts'

/** A form's rows take seconds, so a longer task was killed. */
const MAX_MS = 10 * MINUTE_MS

/**
 * Fails tasks that a killed platform left active, so that they can be run again or deleted. Only the embedded database
 * belongs to a single process, so only there every active task at the start is a leftover.
 */
export function failInterrupted({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>, isStart: boolean) {
  const isAlone = settings.DATABASE_URL === undefined
  return failBusyBefore(db, isStart && isAlone ? clock.now() : after(clock.now(), -MAX_MS))
}
