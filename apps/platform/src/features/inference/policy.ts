import type { Inference } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'

/** Who asks, for which party. A tourist acts for none. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>
type State = Pick<Inference, 'status' | 'partyId'> & { createdByUserId: string }

/** Inputs are rows: only who made the task, and the party's administrators, see or touch it. */
export function canSeeInference(asker: Asker, inference: State): boolean {
  return asker.partyId === inference.partyId && (asker.role === 'admin' || asker.userId === inference.createdByUserId)
}

export function inferenceAbilities(asker: Asker, inference: State): Inference['abilities'] {
  const sees = canSeeInference(asker, inference)
  // What failed may be tried again: a model that cannot be loaded says so then.
  const isIdle = inference.status !== 'creating' && inference.status !== 'running'
  return {
    run: sees && isIdle,
    delete: sees && isIdle,
  }
}
