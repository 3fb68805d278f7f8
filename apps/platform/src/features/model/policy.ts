import type { ModelDetail } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'

/** Who asks, for which party. A tourist acts for none. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>

export interface ModelState {
  partyId: string
  createdByUserId: string
  /** This one is in the pool. */
  isPublished: boolean
  /** This one came out of the pool. */
  isCopy: boolean
  /** The pool has this run's model, published by whomever. */
  artifactIsPublished: boolean
  /** The asker's party has a model of its own of this run. */
  askerHasOwn: boolean
}

/** What this asker may do with this model. Colleagues may use a party's model; its keeper and admins change it. */
export function modelAbilities(asker: Asker, model: ModelState): ModelDetail['abilities'] {
  const ours = asker.partyId !== null && asker.partyId === model.partyId
  const keeps = ours && (asker.role === 'admin' || asker.userId === model.createdByUserId)
  return {
    edit: keeps,
    publish: keeps && !model.isPublished && !model.isCopy && !model.artifactIsPublished,
    delete: keeps,
    download: asker.partyId !== null && model.isPublished && !model.askerHasOwn,
    use: ours && !model.isPublished,
  }
}

/** Pool models are for everybody; a party's own for its members. */
export function canSeeModel(asker: Asker, model: Pick<ModelState, 'partyId' | 'isPublished'>): boolean {
  return model.isPublished || (asker.partyId !== null && asker.partyId === model.partyId)
}

/** The file itself: a party's own models, and those of the pool for any party. */
export function canReadFile(asker: Asker, model: Pick<ModelState, 'partyId' | 'isPublished'>): boolean {
  return asker.partyId !== null && canSeeModel(asker, model)
}
