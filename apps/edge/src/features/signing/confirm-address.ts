import { fail, type Proof } from '@tessera/contract'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { oneCheckAtATime } from './one-check-at-a-time.ts'
import { prove } from './prove.ts'

/** Confirms the edge's current address, so that the platform sends the party's browsers to it. */
export function confirmAddress(deps: SigningDeps, request: { edgeUrl: string; proof: Proof }, actor: Actor) {
  return oneCheckAtATime(async () => {
    const { edgeUrl, proof } = request
    const { member, by } = await prove(deps, actor, { kind: 'confirm-address', edgeUrl }, proof)
    if (edgeUrl !== moveOf(deps)?.to) fail('signing.no-such-move', { edgeUrl: deps.edgeUrl })
    const before = deps.address.find()
    deps.log.append('address-confirmed', { edgeUrl, before, by: member.username, userId: actor.userId, factor: by })
    deps.address.keep(edgeUrl)
  })
}

/**
 * Returns the address to which the platform sends browsers and the address that a signer can confirm, or null if they
 * are equal.
 */
export function moveOf({ address, edgeUrl }: Pick<SigningDeps, 'address' | 'edgeUrl'>) {
  const from = address.find()
  return from === edgeUrl ? null : { from, to: edgeUrl }
}
