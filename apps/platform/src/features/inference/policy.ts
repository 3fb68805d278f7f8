import type { Inference } from '@tessera/contract'

export interface Asker {
  userId: string
  partyId: string | null
  isAdmin: boolean
}
type State = Pick<Inference, 'status' | 'partyId'> & { createdByUserId: string }

/** Inputs are rows: only who made the task, and the party's administrators, see or touch it. */
export function canSeeInference(asker: Asker, inference: State): boolean {
  return asker.partyId === inference.partyId && (asker.isAdmin || asker.userId === inference.createdByUserId)
}

export function inferenceAbilities(asker: Asker, inference: State): Inference['abilities'] {
  const sees = canSeeInference(asker, inference)
  return {
    run: sees && inference.status !== 'creating' && inference.status !== 'running' && inference.status !== 'failed',
    delete: sees && inference.status !== 'creating' && inference.status !== 'running',
  }
}
