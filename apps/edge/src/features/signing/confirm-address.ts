import { fail, type Proof } from '@tessera/contract'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { inTurn } from './in-turn.ts'
import { prove } from './prove.ts'

/** Has the platform lead the party's browsers to where this edge is now. */
export function confirmAddress(deps: SigningDeps, asked: { edgeUrl: string; proof: Proof }, actor: Actor) {
  return inTurn(async () => {
    const { edgeUrl, proof } = asked
    const { member, by } = await prove(deps, actor, { kind: 'confirm-address', edgeUrl }, proof)
    if (edgeUrl !== moveOf(deps)?.to) fail('signing.no-such-move', { edgeUrl: deps.edgeUrl })
    const before = deps.address.find()
    deps.log.append('address-confirmed', { edgeUrl, before, by: member.username, userId: actor.userId, factor: by })
    deps.address.keep(edgeUrl)
  })
}

/** To where the platform leads browsers, and to where it would once a signer confirms it; null where that is the same. */
export function moveOf({ address, edgeUrl }: Pick<SigningDeps, 'address' | 'edgeUrl'>) {
  const from = address.find()
  return from === edgeUrl ? null : { from, to: edgeUrl }
}
