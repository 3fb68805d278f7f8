import type { Inference } from '@tessera/contract'
import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** Who asks, for which party. A tourist acts for none. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>
type State = Pick<Inference, 'status' | 'partyId'> & { createdByUserId: string }

/** Inputs are rows: only who made the task, and the party's administrators, see or touch it. */
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
  // What failed may be tried again: a model that cannot be loaded says so then.
  const state = { status: inference.status, model: 'at-hand' } as const
  return { who: rankOf(asker), is: holding(relations), state }
}
