import type { PlatformToEdge } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'

/** Channels of the bus, for the process that holds the party's link. */
export const EDGE_COMMAND = 'edge-command'
export const EDGE_CUT = 'edge-cut'
/** `{partyId}`: the known state of this party's edge changed. */
export const EDGE_CHANGED = 'edge-changed'

export type EdgeCommand = { partyId: string; message: PlatformToEdge }

/**
 * Sends a message to a party's edge once `db` commits. It is lost if the edge is offline: a caller that needs delivery
 * sends it again when the edge connects (`EdgeLinkHandlers.onConnect`).
 */
export async function commandEdge({ db, bus }: Pick<Deps, 'db' | 'bus'>, partyId: string, message: PlatformToEdge) {
  await bus.publish(db, EDGE_COMMAND, { partyId, message } satisfies EdgeCommand)
}

/** Makes every link of the party check whether it still acts for the party, and close if not. */
export async function cutLinks(db: Db, { bus }: Pick<Deps, 'bus'>, partyId: string) {
  await bus.publish(db, EDGE_CUT, { partyId })
}
