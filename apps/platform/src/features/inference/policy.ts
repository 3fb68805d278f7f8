import type { Inference } from '@tessera/contract'
import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** The reader and the party for which they act. A tourist acts for no party. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>
type State = Pick<Inference, 'status' | 'partyId'> & { createdByUserId: string }

/**
 * Returns whether the reader may see an inference task. Its inputs are rows, so only the task's creator and the party's
 * administrators may see it.
 */
export const canSeeInference = (asker: Asker, inference: State) =>
  allows('inference.see', askingAbout(asker, inference))

export function inferenceAbilities(asker: Asker, inference: State): Inference['abilities'] {
  const asking = askingAbout(asker, inference)
  return { run: allows('inference.run', asking), delete: allows('inference.delete', asking) }
}

function askingAbout(asker: Asker, inference: State): Asking<'inference'> {
  const relations = {
    own: asker.partyId !== null && asker.partyId === inference.partyId,
    maker: asker.userId === inference.createdByUserId,
  }
  // A failed task may be run again. If its model cannot be loaded, that attempt reports the error.
  const state = { status: inference.status, model: 'at-hand' } as const
  return { who: rankOf(asker), is: holding(relations), state }
}
