import { type EdgeToPlatform, edgeSubject, PLATFORM_LOG, type SignedHead } from '@tessera/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { platformLog } from '../../db/table.ts'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { findParty, notifyParties, parties, partyNames } from '../party/index.ts'
import { storeAddress } from './edge-address.ts'
import { presenceOf } from './edge-presence.ts'
import { EDGE_CHANGED } from './link-commands.ts'
import { continues, isSignedHead, storeHead, storeWitness } from './log-heads.ts'
import { edges } from './table.ts'

export type Heartbeat = Extract<EdgeToPlatform, { kind: 'heartbeat' }>

/** Stores the state that an edge reports. Returns false if this link no longer acts for the party. */
export async function storeHeartbeat(deps: Deps, partyId: string, linkId: string, beat: Heartbeat): Promise<boolean> {
  const { db, bus, clock, databaseWatch } = deps
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [edge] = await tx.select().from(edges).where(eq(edges.partyId, partyId)).for('update')
    const party = await findParty(tx, partyId)
    if (edge?.linkId !== linkId || party?.suspendedTime) return false
    const before = presenceOf(edge, now, databaseWatch)
    const { conditions } = beat
    const components = { ...beat.components, ...beat.parts }
    const { confinement = null, installation = null } = beat
    const rewound = continues(edge.logHead, beat.logHead) ? {} : { hasRewoundLog: true }
    const countersigned = await checkedHead(tx, beat.countersigned, edge.linkPublicKey)
    const own = { head: beat.logHead, signature: beat.logSignature ?? '' }
    const isSigned = isSignedHead(edgeSubject(partyId), own, edge.linkPublicKey)
    await tx
      .update(edges)
      .set({
        lastSeen: now,
        lostNoticeTime: null,
        components,
        conditions,
        confinement,
        installation,
        logHead: beat.logHead,
        logSignature: isSigned ? own.signature : null,
        ...rewound,
        ...countersigned,
      })
      .where(eq(edges.partyId, partyId))
    if (isSigned) await storeHead(tx, edge, own, now)
    for (const { partyId: of, ...signed } of beat.witnessed ?? []) await storeWitness(tx, edge, of, signed)
    const movedTo = beat.address && (await storeAddress(tx, deps, partyId, beat.address))
    const sight = presenceOf({ ...edge, lastSeen: now, components, conditions, installation }, now, databaseWatch)
    if (!sameHealth(before, sight)) await bus.publish(tx, EDGE_CHANGED, { partyId })
    if (sight.isReady) await markDeployed(tx, partyId)
    if (edge.lostNoticeTime) {
      const about = { kind: 'edge.back', subject: 'party', subjectId: partyId } as const
      await notifyParties(tx, deps, { partyIds: [partyId], ...about, params: partyNames(party) })
    }
    if (movedTo) await record(tx, 'edge.moved', { partyId, edgeUrl: movedTo })
    if ('hasRewoundLog' in rewound && !edge.hasRewoundLog) {
      await record(tx, 'edge.log-rewound', { partyId, before: edge.logHead, after: beat.logHead })
    }
    return true
  })
}

/** Returns the head of the platform's own log with the edge's signature, if both are valid. */
async function checkedHead(
  tx: Db,
  signed: SignedHead | null,
  publicKey: string,
): Promise<{ countersigned?: SignedHead }> {
  if (!signed || !isSignedHead(PLATFORM_LOG, signed, publicKey)) return {}
  const ours = and(eq(platformLog.seq, signed.head.seq), eq(platformLog.hash, signed.head.hash))
  return (await tx.$count(platformLog, ours)) > 0 ? { countersigned: signed } : {}
}

const sameHealth = (a: object, b: object) =>
  JSON.stringify({ ...a, lastSeen: null }) === JSON.stringify({ ...b, lastSeen: null })

async function markDeployed(tx: Db, partyId: string) {
  await tx
    .update(parties)
    .set({ isDeployed: true })
    .where(and(eq(parties.id, partyId), sql`not ${parties.isDeployed}`))
}
