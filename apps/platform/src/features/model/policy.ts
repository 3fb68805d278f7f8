import type { ModelDetail } from '@tessera/contract'
import { type Asking, allows, holding, type RightAbout, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** The reader and the party for which they act. A tourist acts for no party. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>

export interface ModelState {
  partyId: string
  createdByUserId: string
  /** Whether this model is in the pool. */
  isPublished: boolean
  /** Whether this model was copied from the pool. */
  isCopy: boolean
  /** Whether the pool contains a model of the same run, published by any of the run's parties. */
  artifactIsPublished: boolean
  /** Whether the reader's party has its own model of the same run. */
  askerHasOwn: boolean
}

/**
 * Returns what this reader may do with this model. All members may use a party's model; its keeper and administrators
 * may also change it.
 */
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

/**
 * Returns whether the reader may see a model. Every user sees models in the pool; a party's members also see the
 * party's own models.
 */
export const canSeeModel = (asker: Asker, model: Place) => allows('model.see', askingAboutPlace(asker, model))

/**
 * Returns whether the reader may download a model's file. Members may download their party's own models, and every
 * party may download models in the pool.
 */
export const canReadFile = (asker: Asker, model: Place) => allows('model.read-file', askingAboutPlace(asker, model))

type Place = Pick<ModelState, 'partyId' | 'isPublished'>

/** Returns the facts from which the policy decides whether a reader may see a model. */
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
