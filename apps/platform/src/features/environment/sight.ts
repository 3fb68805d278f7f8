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
import { type Attention, AWAITED_MS } from '../../lib/attention.ts'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { type Components, edges } from './table.ts'

/** What is known of a party's edge right now. */
export interface EdgeSight {
  /** It was heard of within three heartbeats. */
  isOnline: boolean
  /** It is online and every part of it is well: it can train. */
  isReady: boolean
  /** Nobody lets it in any more. */
  isRevoked: boolean
  lastSeen: Date | null
  components: Components
  conditions: NodeCondition[]
  /** As it last told; null for an edge of an earlier version. */
  installation: Installation | null
}

export type EdgeRow = typeof edges.$inferSelect
type KnownEdge = Pick<
  EdgeRow,
  'lastSeen' | 'awaitedSince' | 'revokedTime' | 'components' | 'conditions' | 'installation'
>

const LOST_AFTER_MS = HEARTBEAT_SECONDS * HEARTBEATS_MISSED * SECOND_MS

/** After a restart of the platform, or a break in its attention, its edges need a moment to be heard again. */
export function sightOf(edge: KnownEdge | undefined, now: Date, attention: Attention): EdgeSight {
  const { lastSeen = null, awaitedSince = null, revokedTime = null, installation = null } = edge ?? {}
  const isAwaited = awaitedSince !== null && awaitedSince > after(now, -AWAITED_MS)
  const isHeard =
    lastSeen !== null && (lastSeen > after(now, -LOST_AFTER_MS) || isAwaited || wasMissed(lastSeen, now, attention))
  const isOnline = isHeard && revokedTime === null
  const presence = { isOnline, isRevoked: revokedTime !== null, lastSeen, installation }
  if (!isOnline) return { ...presence, isReady: false, components: {}, conditions: ['NetworkUnavailable'] }
  const components = completed(edge?.components ?? {})
  return { ...presence, isReady: listFailing(components).length === 0, components, conditions: edge?.conditions ?? [] }
}

/** It was heard until this process heard nobody, and has had no time since. */
function wasMissed(lastSeen: Date, now: Date, attention: Attention): boolean {
  const before = attention.breakBefore(now)
  return before !== null && before.to > after(now, -AWAITED_MS) && lastSeen > after(before.from, -LOST_AFTER_MS)
}

/** Edges of earlier versions tell of books and pages with the part that is nothing without them. */
const completed = (told: Components): Components => ({ books: told.storage, pages: told.edge, ...told })

export const listFailing = (components: Components): EdgeComponent[] =>
  EdgeComponent.options.filter((name) => components[name] !== 'ok')

/** With what a run itself can do without. */
export const listAllFailing = (components: Components): (EdgeComponent | EdgePart)[] => [
  ...listFailing(components),
  ...EdgePart.options.filter((name) => components[name] !== 'ok'),
]

export type Seeing = Pick<Deps, 'db' | 'clock' | 'attention'>

/** Edges by party; a party that never had one is absent. */
export async function readEdges({ db, clock, attention }: Seeing, partyIds: string[]) {
  if (partyIds.length === 0) return new Map<string, EdgeSight>()
  const rows = await db.select().from(edges).where(inArray(edges.partyId, partyIds))
  return new Map(rows.map((row) => [row.partyId, sightOf(row, clock.now(), attention)]))
}

/** Fingerprints of their edges' keys, by party, as each edge and its party's administrators know them. */
export async function listEdgeKeys(db: Deps['db'], partyIds: string[]): Promise<Map<string, string>> {
  if (partyIds.length === 0) return new Map()
  const { partyId, linkPublicKey } = edges
  const rows = await db.select({ partyId, linkPublicKey }).from(edges).where(inArray(partyId, partyIds))
  return new Map(rows.map((row) => [row.partyId, sha256(row.linkPublicKey)]))
}

export async function readEdge(deps: Seeing, partyId: string): Promise<EdgeSight> {
  return (await readEdges(deps, [partyId])).get(partyId) ?? sightOf(undefined, deps.clock.now(), deps.attention)
}

export const isOnline = async (deps: Seeing, partyId: string): Promise<boolean> =>
  (await readEdge(deps, partyId)).isOnline

/** What each edge vouches for, for whoever checks the log. */
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
