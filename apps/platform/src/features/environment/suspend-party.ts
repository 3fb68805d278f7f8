import { fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { parties } from '../party/index.ts'
import { cutLinks, EDGE_CHANGED } from './link-commands.ts'
import { edges } from './table.ts'

type Suspending = Pick<Deps, 'db' | 'bus' | 'clock'>

/**
 * Suspends the party: its members can no longer act for it, and its edge's link closes at once, whichever process holds
 * the link.
 */
export async function suspendParty({ db, bus, clock }: Suspending, partyId: string, by: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The edge is locked before the party, in the same order as for heartbeats.
    await tx.update(edges).set({ linkId: null }).where(eq(edges.partyId, partyId))
    await setSuspended(tx, partyId, clock.now())
    await cutLinks(tx, { bus }, partyId)
    await bus.publish(tx, EDGE_CHANGED, { partyId })
    await record(tx, 'operator.party-suspended', { partyId, by })
  })
}

/** Ends the suspension. The edge reconnects on its own. */
export async function resumeParty({ db }: Pick<Deps, 'db'>, partyId: string, by: string): Promise<void> {
  await db.transaction(async (tx) => {
    await setSuspended(tx, partyId, null)
    await record(tx, 'operator.party-resumed', { partyId, by })
  })
}

async function setSuspended(tx: Deps['db'], partyId: string, suspendedTime: Date | null) {
  const changed = await tx.update(parties).set({ suspendedTime }).where(eq(parties.id, partyId)).returning()
  if (changed.length === 0) fail('party.not-found')
}
