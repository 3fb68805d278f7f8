import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredResult } from './queries.ts'

export const resultAbilities = (actor: Actor, result: StoredResult) => ({
  share: allows('result.share', askingAbout(actor, result)),
  delete: allows('result.delete', askingAbout(actor, result)),
})

function askingAbout(actor: Actor, result: StoredResult): Asking<'result'> {
  const { signedByUserId, sha256, sharedTime, deletedTime } = result
  return {
    who: rankOf(actor),
    is: holding({ own: true, consenter: actor.userId === signedByUserId }),
    state: {
      place: deletedTime ? 'deleted' : sharedTime ? 'shared' : 'edge',
      content: sha256 === null ? 'other' : 'model',
    },
  }
}
