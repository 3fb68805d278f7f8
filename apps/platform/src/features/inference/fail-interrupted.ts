import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { failBusyBefore } from './queries.ts'

/**
 * Maximum duration of an inference task. Predicting a form's rows takes seconds, so a task that takes longer was
 * interrupted.
 */
const MAX_MS = 10 * MINUTE_MS

/**
 * Fails inference tasks that a killed platform left active, so that users can run them again or delete them. The
 * embedded database belongs to a single process, so there every task that is active at the start is a leftover. With
 * PostgreSQL, another process may still work on the task.
 */
export function failInterrupted({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>, isStart: boolean) {
  const isAlone = settings.DATABASE_URL === undefined
  return failBusyBefore(db, isStart && isAlone ? clock.now() : after(clock.now(), -MAX_MS))
}
