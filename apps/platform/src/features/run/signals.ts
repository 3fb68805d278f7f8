import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'

/** Bus channel for runs whose worker should check them now. */
export const RUN_CHANGED = 'run-changed'

/**
 * Makes every process check its runs immediately instead of at the next tick. The message is delivered when the
 * transaction commits.
 */
export function wakeWorkers(db: Db, { bus }: Pick<Deps, 'bus'>, runId: string): Promise<void> {
  return bus.publish(db, RUN_CHANGED, { runId })
}
