import { type Asking, allows, holding, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/edge-token.ts'
import type { StoredInference } from './queries.ts'

/** Ordinary members see their own inference tasks, administrators all of the party's. */
export const maySee = (actor: Actor, inference: Pick<StoredInference, 'createdByUserId'>) =>
  allows('inference.see', askingAbout(actor, inference))

/** Whose inference tasks a list may hold: everybody's, one's own, or nobody's. */
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

/** The file of predictions holds the rows they were made from. */
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

/** At a party's edge everything is the party's, and so is whoever gets in. */
function askingAbout(actor: Actor, { createdByUserId }: Pick<StoredInference, 'createdByUserId'>): Asking<'inference'> {
  return { who: rankOf(actor), is: holding({ own: true, maker: actor.userId === createdByUserId }), state: {} }
}
