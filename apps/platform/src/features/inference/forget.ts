import { after, DAY_MS, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { forgetResultsBefore } from './queries.ts'

const LOOK_EVERY_MS = 10 * MINUTE_MS

export const forgetOldInputs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  forgetResultsBefore(db, after(clock.now(), -DAY_MS))

/** Inputs of forms are rows: the platform keeps them for a day at most. */
export function startForgetting(deps: Deps): Stop {
  const look = () =>
    forgetOldInputs(deps).catch((error: unknown) => deps.log.error({ err: error }, 'old inputs were not forgotten'))
  const timer = setInterval(look, LOOK_EVERY_MS)
  const first = look()
  return async () => {
    clearInterval(timer)
    await first
  }
}
