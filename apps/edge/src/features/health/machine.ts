import { type Logger, repeat } from '@tessera/server'
import { runAndLogErrors } from '../../lib/run-and-log-errors.ts'
import { type MachinePlaces, type MachineState, readMachine } from './conditions.ts'

const LOOK_EVERY_MS = 10_000

/** State of this machine, updated at intervals. */
export interface Machine {
  readonly state: MachineState
  stop: () => Promise<void>
}

export async function watchMachine(places: MachinePlaces, logger: Logger): Promise<Machine> {
  let state = await readMachine(places)
  const stop = repeat(LOOK_EVERY_MS, () =>
    runAndLogErrors(logger, async () => {
      state = await readMachine(places)
    }),
  )
  return {
    get state() {
      return state
    },
    stop,
  }
}
