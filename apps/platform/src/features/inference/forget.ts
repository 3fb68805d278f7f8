import { INPUT_HOURS } from '@tessera/contract'
import { repeat } from '@tessera/server'
import { after, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { failInterrupted } from './fail-interrupted.ts'
import { forgetResultsBefore } from './queries.ts'

const LOOK_EVERY_MS = 10 * MINUTE_MS

export const forgetOldInputs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  forgetResultsBefore(db, after(clock.now(), -INPUT_HOURS * HOUR_MS))

/** Regularly deletes old inputs, because inputs are rows, and fails tasks that are stuck. */
export function startForgetting(deps: Deps): Stop {
  const look = async (isStart: boolean) => {
    await Promise.all([forgetOldInputs(deps), failInterrupted(deps, isStart)]).catch((error: unknown) =>
      deps.log.error({ err: error }, 'cleaning up inference failed'),
    )
  }
  const stop = repeat(LOOK_EVERY_MS, () => look(false))
  const first = look(true)
  return async () => {
    await stop()
    await first
  }
}
