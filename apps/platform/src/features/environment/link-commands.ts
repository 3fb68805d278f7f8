import type { PlatformToEdge } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'

/** Bus channel of commands to edges. The process that holds the party's link forwards them. */
export const EDGE_COMMAND = 'edge-command'
export const EDGE_CUT = 'edge-cut'
/** Bus channel for a change of the known state of a party's edge (`{partyId}`). */
export const EDGE_CHANGED = 'edge-changed'

export type EdgeCommand = { partyId: string; message: PlatformToEdge }

/**
 * Sends a message to a party's edge once the transaction of `db` commits. The message is lost if the edge is offline. A
 * caller that needs delivery sends it again when the edge connects (`EdgeLinkHandlers.onConnect`).
 */
export async function commandEdge({ db, bus }: Pick<Deps, 'db' | 'bus'>, partyId: string, message: PlatformToEdge) {
  await bus.publish(db, EDGE_COMMAND, { partyId, message } satisfies EdgeCommand)
}

/**
 * Makes every process check whether its link of the party still acts for the party, and close the link if it does not.
 */
export async function cutLinks(db: Db, { bus }: Pick<Deps, 'bus'>, partyId: string) {
  await bus.publish(db, EDGE_CUT, { partyId })
}
