import type { Actor } from '../../lib/edge-token.ts'
import type { StoredInference } from './queries.ts'

/** Ordinary members see their own inference tasks, administrators all of the party's. */
export const maySee = (actor: Actor, inference: Pick<StoredInference, 'createdByUserId'>) =>
  actor.role === 'admin' || actor.userId === inference.createdByUserId

export function inferenceAbilities(
  actor: Actor,
  inference: Pick<StoredInference, 'createdByUserId' | 'status' | 'output'>,
) {
  const isIdle = inference.status !== 'creating' && inference.status !== 'running'
  return {
    run: maySee(actor, inference) && isIdle && inference.output !== null,
    delete: maySee(actor, inference) && isIdle,
  }
}
