import { edgeSubject, type KnownHead, type LogHead, logHeadText, type SignedHead } from '@tessera/contract'
import { isSignedBy, publicKeyOf } from '@tessera/server'
import { and, asc, desc, eq, exists, gt, inArray, isNotNull, lte, max, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { after, MINUTE_MS } from '../../lib/clock.ts'
import type { EdgeRow } from './edge-presence.ts'
import { edgeHeads, edges, headWitnesses } from './table.ts'

/**
 * Interval at which platform and edges exchange and store log heads. Until the next exchange, only the hash chain
 * protects newer entries.
 */
export const HEADS_EVERY_MS = MINUTE_MS

export type StoredHead = typeof edgeHeads.$inferSelect

export const isSignedHead = (of: string, { head, signature }: SignedHead, publicKey: string): boolean =>
  isSignedBy([publicKeyOf(publicKey)], logHeadText(of, head), signature)

/**
 * Returns whether a log has only grown since the previous head. The offline check of both logs verifies the entries
 * between the two heads.
 */
export function continues(before: LogHead | null, now: LogHead): boolean {
  if (before === null || now.seq > before.seq) return true
  return now.seq === before.seq && now.hash === before.hash
}

/**
 * Stores a log head that the edge signed. If the edge's log does not continue its last stored head, the new head is
 * stored beside it: together they prove that the log was rewritten.
 */
export async function storeHead(tx: Db, edge: EdgeRow, signed: SignedHead, now: Date) {
  const { partyId, linkPublicKey: publicKey, logHead, logSignature } = edge
  const newest = await findNewestHead(tx, partyId)
  let place = newest?.place ?? 0
  const keep = async ({ head, signature }: SignedHead) => {
    place += 1
    await tx.insert(edgeHeads).values({ partyId, place, publicKey, head, signature, time: now })
  }
  if (logHead && !continues(logHead, signed.head)) {
    if (logSignature && newest?.head.hash !== logHead.hash) await keep({ head: logHead, signature: logSignature })
    return keep(signed)
  }
  const isSame = newest?.publicKey === publicKey && newest.head.hash === signed.head.hash
  const isSoon = newest?.publicKey === publicKey && newest.time > after(now, -HEADS_EVERY_MS)
  if (!isSame && !isSoon) await keep(signed)
}

export async function findNewestHead(db: Db, partyId: string): Promise<StoredHead | undefined> {
  const theirs = eq(edgeHeads.partyId, partyId)
  return (await db.select().from(edgeHeads).where(theirs).orderBy(desc(edgeHeads.place)).limit(1))[0]
}

/**
 * Stores the head of party `of`'s log as `edge` reports it, if `edge` has signed the head and the platform knows the
 * head.
 */
export async function storeWitness(tx: Db, edge: EdgeRow, of: string, signed: SignedHead) {
  if (!isSignedHead(edgeSubject(of), signed, edge.linkPublicKey)) return
  const isKnown = and(eq(edgeHeads.partyId, of), sql`${edgeHeads.head} = ${JSON.stringify(signed.head)}::jsonb`)
  if ((await tx.$count(edgeHeads, isKnown)) === 0) return
  const fields = { publicKey: edge.linkPublicKey, ...signed }
  await tx
    .insert(headWitnesses)
    .values({ partyId: of, byPartyId: edge.partyId, ...fields })
    .onConflictDoUpdate({ target: [headWitnesses.partyId, headWitnesses.byPartyId], set: fields })
}

/**
 * Returns the newest heads that the edges of `partners` signed: the heads of their own logs, and the head of this
 * party's log, which is signed with the party's current key.
 */
export async function listHeadsFor(
  db: Db,
  { partyId, publicKey }: Pick<StoredHead, 'partyId' | 'publicKey'>,
  partners: string[],
): Promise<KnownHead[]> {
  if (partners.length === 0) return []
  const own = await db
    .selectDistinctOn([edgeHeads.partyId])
    .from(edgeHeads)
    .where(inArray(edgeHeads.partyId, partners))
    .orderBy(edgeHeads.partyId, desc(edgeHeads.place))
  const signedIt = and(
    eq(edgeHeads.partyId, partyId),
    eq(edgeHeads.publicKey, publicKey),
    eq(edgeHeads.head, headWitnesses.head),
  )
  const theirs = and(
    eq(headWitnesses.partyId, partyId),
    inArray(headWitnesses.byPartyId, partners),
    exists(db.select().from(edgeHeads).where(signedIt)),
  )
  const witnesses = await db.select().from(headWitnesses).where(theirs)
  return [...own.map((row) => knownHead(row, row.partyId)), ...witnesses.map((row) => knownHead(row, row.byPartyId))]
}

function knownHead(row: SignedHead & { partyId: string; publicKey: string }, by: string): KnownHead {
  const { head, signature, publicKey } = row
  return { of: edgeSubject(row.partyId), by: edgeSubject(by), key: publicKey, head, signature }
}

const BATCH = 1_000

/** The last stored head of each party, and the newest head that each edge signed, whether it is stored yet or not. */
export interface HeadsEnd {
  places: { partyId: string; place: number }[]
  newest: Omit<StoredHead, 'place'>[]
}

export async function findHeadsEnd(db: Db): Promise<HeadsEnd> {
  const { partyId, place } = edgeHeads
  const places = await db
    .select({ partyId, place: max(place).mapWith(Number) })
    .from(edgeHeads)
    .groupBy(partyId)
    .orderBy(asc(partyId))
  const rows = await db.select().from(edges).where(isNotNull(edges.logSignature)).orderBy(asc(edges.partyId))
  const newest = rows.flatMap(
    ({ partyId, linkPublicKey: publicKey, logHead: head, logSignature: signature, lastSeen }) =>
      head && signature && lastSeen ? [{ partyId, publicKey, head, signature, time: lastSeen }] : [],
  )
  return { places, newest }
}

/**
 * Yields every head that the edges had signed when `HeadsEnd` was read: by party and in the order received, then each
 * edge's newest head.
 */
export async function* readEdgeHeads(db: Db, { places, newest }: HeadsEnd): AsyncGenerator<Omit<StoredHead, 'place'>> {
  for (const { partyId, place: end } of places) {
    for (let from = 0; from < end; from += BATCH) {
      const isHere = and(gt(edgeHeads.place, from), lte(edgeHeads.place, Math.min(end, from + BATCH)))
      const theirs = and(eq(edgeHeads.partyId, partyId), isHere)
      yield* await db.select().from(edgeHeads).where(theirs).orderBy(asc(edgeHeads.place))
    }
  }
  yield* newest
}
