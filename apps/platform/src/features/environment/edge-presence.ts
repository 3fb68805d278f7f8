import {
  EdgeComponent,
  EdgePart,
  HEARTBEAT_SECONDS,
  HEARTBEATS_MISSED,
  type Installation,
  type NodeCondition,
} from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { asc, inArray } from 'drizzle-orm'
import { after, SECOND_MS } from '../../lib/clock.ts'
import { type DatabaseWatch, RECONNECT_MS } from '../../lib/database-watch.ts'
import type { Deps } from '../../lib/deps.ts'
import { type Components, edges } from './table.ts'

/** The current state of a party's edge. */
export interface EdgePresence {
  /** Whether the edge sent a heartbeat within the last three heartbeat intervals. */
  isOnline: boolean
  /** Whether the edge is online and every component is healthy, so that it can train. */
  isReady: boolean
  /** Whether the edge is revoked and can no longer connect. */
  isRevoked: boolean
  lastSeen: Date | null
  components: Components
  conditions: NodeCondition[]
  /** The edge's installation as the edge last reported it; null before its first heartbeat. */
  installation: Installation | null
}

export type EdgeRow = typeof edges.$inferSelect
type KnownEdge = Pick<
  EdgeRow,
  'lastSeen' | 'awaitedSince' | 'revokedTime' | 'components' | 'conditions' | 'installation'
>

const LOST_AFTER_MS = HEARTBEAT_SECONDS * HEARTBEATS_MISSED * SECOND_MS

/**
 * Returns the state of an edge. After a restart or an outage of the platform, edges have some time to report before
 * they count as offline.
 */
export function presenceOf(edge: KnownEdge | undefined, now: Date, databaseWatch: DatabaseWatch): EdgePresence {
  const { lastSeen = null, awaitedSince = null, revokedTime = null, installation = null } = edge ?? {}
  const isAwaited = awaitedSince !== null && awaitedSince > after(now, -RECONNECT_MS)
  const wasSeen =
    lastSeen !== null && (lastSeen > after(now, -LOST_AFTER_MS) || isAwaited || wasMissed(lastSeen, now, databaseWatch))
  const isOnline = wasSeen && revokedTime === null
  const presence = { isOnline, isRevoked: revokedTime !== null, lastSeen, installation }
  if (!isOnline) return { ...presence, isReady: false, components: {}, conditions: ['NetworkUnavailable'] }
  const components = edge?.components ?? {}
  return { ...presence, isReady: listFailing(components).length === 0, components, conditions: edge?.conditions ?? [] }
}

/** Returns whether the edge was online until an outage of the database and has had no time to report since. */
function wasMissed(lastSeen: Date, now: Date, databaseWatch: DatabaseWatch): boolean {
  const before = databaseWatch.outageBefore(now)
  return before !== null && before.to > after(now, -RECONNECT_MS) && lastSeen > after(before.from, -LOST_AFTER_MS)
}

export const listFailing = (components: Components): EdgeComponent[] =>
  EdgeComponent.options.filter((name) => components[name] !== 'ok')

/** Returns all failing components of an edge, including those that a run does not need. */
export const listAllFailing = (components: Components): (EdgeComponent | EdgePart)[] => [
  ...listFailing(components),
  ...EdgePart.options.filter((name) => components[name] !== 'ok'),
]

export type PresenceDeps = Pick<Deps, 'db' | 'clock' | 'databaseWatch'>

/** Returns the state of the edges, by party. A party that never had an edge is absent. */
export async function readEdges({ db, clock, databaseWatch }: PresenceDeps, partyIds: string[]) {
  if (partyIds.length === 0) return new Map<string, EdgePresence>()
  const rows = await db.select().from(edges).where(inArray(edges.partyId, partyIds))
  return new Map(rows.map((row) => [row.partyId, presenceOf(row, clock.now(), databaseWatch)]))
}

/**
 * Returns the fingerprints of the edges' keys, by party. Each edge shows the same fingerprints, so that administrators
 * can compare them.
 */
export async function listEdgeKeys(db: Deps['db'], partyIds: string[]): Promise<Map<string, string>> {
  if (partyIds.length === 0) return new Map()
  const { partyId, linkPublicKey } = edges
  const rows = await db.select({ partyId, linkPublicKey }).from(edges).where(inArray(partyId, partyIds))
  return new Map(rows.map((row) => [row.partyId, sha256(row.linkPublicKey)]))
}

export async function readEdge(deps: PresenceDeps, partyId: string): Promise<EdgePresence> {
  return (await readEdges(deps, [partyId])).get(partyId) ?? presenceOf(undefined, deps.clock.now(), deps.databaseWatch)
}

export const isOnline = async (deps: PresenceDeps, partyId: string): Promise<boolean> =>
  (await readEdge(deps, partyId)).isOnline

/** Returns the log heads and keys that each edge has signed, with which an auditor verifies the log. */
export const listEdgeProofs = (db: Deps['db']) =>
  db
    .select({
      partyId: edges.partyId,
      linkPublicKey: edges.linkPublicKey,
      countersigned: edges.countersigned,
      hasRewoundLog: edges.hasRewoundLog,
    })
    .from(edges)
    .orderBy(asc(edges.partyId))
