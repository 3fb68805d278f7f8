import { type EdgeStatus, type Installation, olderSide } from '@tessera/contract'
import { sha256, VERSION } from '@tessera/server'
import { eq } from 'drizzle-orm'
import type { Attention } from '../../lib/attention.ts'
import { findUser } from '../account/index.ts'
import { findParty } from '../party/index.ts'
import { type EdgeRow, type Seeing, sightOf } from './sight.ts'
import { edges } from './table.ts'

/** Returns the status of the party's edge, for its administrators. */
export async function edgeStatus({ db, clock, attention }: Seeing, partyId: string): Promise<EdgeStatus> {
  const [edge] = await db.select().from(edges).where(eq(edges.partyId, partyId))
  const party = await findParty(db, partyId)
  const enroller = edge && (await findUser(db, edge.enrolledBy))
  return {
    state: stateOf(edge, clock.now(), attention),
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

function stateOf(edge: EdgeRow | undefined, now: Date, attention: Attention): EdgeStatus['state'] {
  if (!edge) return 'none'
  if (edge.revokedTime) return 'revoked'
  return sightOf(edge, now, attention).isOnline ? 'online' : 'away'
}
