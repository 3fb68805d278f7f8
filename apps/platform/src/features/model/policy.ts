import type { ModelDetail } from '@tessera/contract'
import { allows, holding, type RightAbout, rankOf, type Standing } from '@tessera/contract/rights'
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
  const standing = standingTo(asker, model)
  const may = (right: RightAbout<'model'>) => allows(right, standing)
  return {
    edit: may('model.edit'),
    publish: may('model.publish'),
    delete: may('model.delete') || may('model.unpublish'),
    download: may('model.download'),
    use: may('model.use'),
  }
}

/** Pool models are for everybody; a party's own for its members. */
export const canSeeModel = (asker: Asker, model: Place) => allows('model.see', standingToPlace(asker, model))

/** The file itself: a party's own models, and those of the pool for any party. */
export const canReadFile = (asker: Asker, model: Place) => allows('model.read-file', standingToPlace(asker, model))

type Place = Pick<ModelState, 'partyId' | 'isPublished'>

/** All that has to be known of a model to see it. */
function standingToPlace(asker: Asker, model: Place): Standing<'model'> {
  const isOwn = asker.partyId !== null && asker.partyId === model.partyId
  return { who: rankOf(asker), is: holding({ own: isOwn }), state: { place: model.isPublished ? 'pool' : 'own' } }
}

function standingTo(asker: Asker, model: ModelState): Standing<'model'> {
  const { who, is, state } = standingToPlace(asker, model)
  const relations = { keeper: asker.userId === model.createdByUserId, 'without-own': !model.askerHasOwn }
  return {
    who,
    is: [...is, ...holding(relations)],
    state: {
      ...state,
      origin: model.isCopy ? 'copied' : 'trained',
      run: model.artifactIsPublished ? 'published' : 'unpublished',
    },
  }
}
