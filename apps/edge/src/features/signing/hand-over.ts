import type { Proof } from '@tessera/contract'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { inTurn } from './in-turn.ts'
import { prove } from './prove.ts'

interface Asked {
  /** Fingerprint of the other machine's key, as that says it. */
  to: string
  edgeUrl: string
  proof: Proof
}

/** Gives this edge's word for another machine. It goes nowhere from here: whoever sets that machine up takes it there. */
export function handOver(deps: SigningDeps, { to, edgeUrl, proof }: Asked, actor: Actor) {
  return inTurn(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'hand-over', to, edgeUrl }, proof)
    const made = await deps.signHandover(to, edgeUrl)
    const until = made.endTime.toISOString()
    deps.log.append('handed-over', { to, edgeUrl, until, by: member.username, userId: actor.userId, factor: by })
    return made
  })
}
