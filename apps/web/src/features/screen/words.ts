import type { RunPhase, TaskStatus } from '@tessera/contract'

/** The texts of other features for the states of tasks and runs. */
export interface ScreenWords {
  status: (status: TaskStatus) => string
  phase: (phase: RunPhase) => string
}
