import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredInference } from './queries.ts'

/**
 * Returns whether the user may see an inference task. Ordinary members see their own tasks; administrators see all
 * tasks of the party.
 */
export const maySee = (actor: Actor, inference: Pick<StoredInference, 'createdByUserId'>) =>
  allows('inference.see', askingAbout(actor, inference))

/** Returns which inference tasks a list may contain: all tasks, the user's own tasks, or none. */
export function seenOf(actor: Actor): 'all' | 'own' | 'none' {
  if (maySee(actor, { createdByUserId: '' })) return 'all'
  return maySee(actor, { createdByUserId: actor.userId }) ? 'own' : 'none'
}

export function inferenceAbilities(
  actor: Actor,
  inference: Pick<StoredInference, 'createdByUserId' | 'status' | 'output'>,
) {
  const model = inference.output === null ? 'missing' : 'at-hand'
  const asking = { ...askingAbout(actor, inference), state: { status: inference.status, model } as const }
  return { run: allows('inference.run', asking), delete: allows('inference.delete', asking) }
}

/** Returns whether a user may read the prediction file, which contains the predicted rows. */
export function mayReadResult(
  actor: Actor,
  inference: Pick<StoredInference, 'createdByUserId'>,
  mayReadItsRows: boolean,
) {
  const asking = askingAbout(actor, inference)
  return allows('inference.read-result', {
    ...asking,
    is: [...asking.is, ...holding({ 'reads-rows': mayReadItsRows })],
  })
}

/**
 * Returns the facts by which the table of rights decides. All data at an edge belong to its party, and so do all
 * authenticated users.
 */
function askingAbout(actor: Actor, { createdByUserId }: Pick<StoredInference, 'createdByUserId'>): Asking<'inference'> {
  return { who: rankOf(actor), is: holding({ own: true, maker: actor.userId === createdByUserId }), state: {} }
}
