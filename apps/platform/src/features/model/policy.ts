import type { ModelDetail } from '@tessera/contract'
import { type Asking, allows, holding, type RightAbout, rankOf } from '@tessera/contract/rights'
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
  const asking = askingAbout(asker, model)
  const may = (right: RightAbout<'model'>) => allows(right, asking)
  return {
    edit: may('model.edit'),
    publish: may('model.publish'),
    delete: may('model.delete') || may('model.unpublish'),
    download: may('model.download'),
    use: may('model.use'),
  }
}

/** Pool models are for everybody; a party's own for its members. */
export const canSeeModel = (asker: Asker, model: Place) => allows('model.see', askingAboutPlace(asker, model))

/** The file itself: a party's own models, and those of the pool for any party. */
export const canReadFile = (asker: Asker, model: Place) => allows('model.read-file', askingAboutPlace(asker, model))

type Place = Pick<ModelState, 'partyId' | 'isPublished'>

/** All that has to be known of a model to see it. */
function askingAboutPlace(asker: Asker, model: Place): Asking<'model'> {
  const isOwn = asker.partyId !== null && asker.partyId === model.partyId
  return { who: rankOf(asker), is: holding({ own: isOwn }), state: { place: model.isPublished ? 'pool' : 'own' } }
}

function askingAbout(asker: Asker, model: ModelState): Asking<'model'> {
  const { who, is, state } = askingAboutPlace(asker, model)
  const relations = { keeper: asker.userId === model.createdByUserId, 'without-own': !model.askerHasOwn }
  return {
    who,
    is: [...is, ...holding(relations)],
    state: {
      ...state,
      origin: model.isCopy ? 'copied' : 'first-hand',
      run: model.artifactIsPublished ? 'published' : 'unpublished',
    },
  }
}
