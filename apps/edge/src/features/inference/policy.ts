import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredInference } from './queries.ts'

/**
 * Whether the user may see an inference task. Ordinary members see their own; administrators see all of the party's.
 */
export const maySee = (actor: Actor, inference: Pick<StoredInference, 'createdByUserId'>) =>
  allows('inference.see', askingAbout(actor, inference))

/** Returns whose inference tasks a list may contain: everyone's, the user's own, or no one's. */
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

/** Whether a user may read the prediction file, which contains the rows that were predicted. */
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
 * Returns the question to the table of rights. Everything at an edge belongs to its party, and so do all authenticated
 * users.
 */
function askingAbout(actor: Actor, { createdByUserId }: Pick<StoredInference, 'createdByUserId'>): Asking<'inference'> {
  return { who: rankOf(actor), is: holding({ own: true, maker: actor.userId === createdByUserId }), state: {} }
}
