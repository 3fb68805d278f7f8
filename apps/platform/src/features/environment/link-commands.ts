import type { PlatformToEdge } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'

/** Channels of the bus: for whichever process holds the party's link. */
export const EDGE_COMMAND = 'edge-command'
export const EDGE_CUT = 'edge-cut'
/** `{partyId}`: what is known of this party's edge changed. */
export const EDGE_CHANGED = 'edge-changed'

export type EdgeCommand = { partyId: string; message: PlatformToEdge }

/**
 * Tells a party's edge something, once `db` commits. Lost when the edge is away: whoever must be sure says it again
 * when the edge connects (`EdgeLinkHandlers.onConnect`).
 */
export async function commandEdge({ db, bus }: Pick<Deps, 'db' | 'bus'>, partyId: string, message: PlatformToEdge) {
  await bus.publish(db, EDGE_COMMAND, { partyId, message } satisfies EdgeCommand)
}

/** Lets every link of the party look whether it still speaks for it, and end if not. */
export async function cutLinks(db: Db, { bus }: Pick<Deps, 'bus'>, partyId: string) {
  await bus.publish(db, EDGE_CUT, { partyId })
}
