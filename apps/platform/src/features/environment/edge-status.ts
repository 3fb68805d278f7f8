import { type EdgeStatus, type Installation, olderSide } from '@tessera/contract'
import { sha256, VERSION } from '@tessera/server'
import { eq } from 'drizzle-orm'
import type { DatabaseWatch } from '../../lib/database-watch.ts'
import { findUser } from '../account/index.ts'
import { findParty } from '../party/index.ts'
import { type EdgeRow, type PresenceDeps, presenceOf } from './edge-presence.ts'
import { edges } from './table.ts'

/** Returns the status of the party's edge, which the party's administrators see. */
export async function edgeStatus({ db, clock, databaseWatch }: PresenceDeps, partyId: string): Promise<EdgeStatus> {
  const [edge] = await db.select().from(edges).where(eq(edges.partyId, partyId))
  const party = await findParty(db, partyId)
  const enroller = edge && (await findUser(db, edge.enrolledBy))
  return {
    state: stateOf(edge, clock.now(), databaseWatch),
    edgeUrl: party?.edgeUrl ?? null,
    enrolTime: edge?.enrolTime ?? null,
    enrolledBy: enroller?.username ?? null,
    lastSeen: edge?.lastSeen ?? null,
    linkKeyHash: edge ? sha256(edge.linkPublicKey) : null,
    nodeKeyHash: edge ? sha256(edge.nodePublicKey) : null,
    confinement: edge?.confinement ?? null,
    release: edge?.installation ? releaseOf(edge.installation) : null,
  }
}

function releaseOf({ version }: Installation): EdgeStatus['release'] {
  const versions = { edge: version, platform: VERSION }
  const older = olderSide(versions.edge, versions.platform)
  if (older === 'other') return null
  return { ...versions, older: older === 'edge-older' ? 'edge' : 'platform' }
}

function stateOf(edge: EdgeRow | undefined, now: Date, databaseWatch: DatabaseWatch): EdgeStatus['state'] {
  if (!edge) return 'none'
  if (edge.revokedTime) return 'revoked'
  return presenceOf(edge, now, databaseWatch).isOnline ? 'online' : 'away'
}
