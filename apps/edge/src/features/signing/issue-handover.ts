import type { Proof } from '@tessera/contract'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { oneCheckAtATime } from './one-check-at-a-time.ts'
import { prove } from './prove.ts'

interface HandOverRequest {
  /** Fingerprint of the other machine's key, as that machine displays it. */
  to: string
  edgeUrl: string
  proof: Proof
}

/** Signs the handover to another machine. The edge does not send it; the operator takes it to the new machine. */
export function issueHandover(deps: SigningDeps, { to, edgeUrl, proof }: HandOverRequest, actor: Actor) {
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'hand-over', to, edgeUrl }, proof)
    const made = await deps.signHandover(to, edgeUrl)
    const until = made.endTime.toISOString()
    deps.log.append('handed-over', { to, edgeUrl, until, by: member.username, userId: actor.userId, factor: by })
    return made
  })
}
