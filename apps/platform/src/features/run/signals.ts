import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'

/** Channel of the bus: a run needs its worker's attention. */
export const RUN_CHANGED = 'run-changed'

/** Makes every process look at its runs now, not at the next tick. Delivered when the transaction commits. */
export function wakeWorkers(db: Db, { bus }: Pick<Deps, 'bus'>, runId: string): Promise<void> {
  return bus.publish(db, RUN_CHANGED, { runId })
}
