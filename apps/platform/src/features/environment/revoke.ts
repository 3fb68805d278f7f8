import { fail } from '@tessera/contract'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { notifyParties, parties, partyNamesOf } from '../party/index.ts'
import { cutLinks, EDGE_CHANGED } from './link-commands.ts'
import { edgeEnrolments, edges } from './table.ts'

/**
 * Revokes the party's edge at once: closes its link, removes its SuperNode's key from the SuperLink's list, and stops
 * issuing tokens for the edge. `by` is the acting user's id or `operator`. The party can then enrol an edge with other
 * keys.
 */
export async function revokeEdge(
  { db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>,
  partyId: string,
  by: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await shutOutEdge(tx, { bus, clock }, partyId))) fail('edge.none')
    const about = { kind: 'edge.revoked', subject: 'party', subjectId: partyId } as const
    await notifyParties(tx, { bus, clock }, { partyIds: [partyId], ...about, params: await partyNamesOf(tx, partyId) })
    await recordRevoked(tx, partyId, by)
  })
}

/** Locks the parties' edges until the transaction ends. */
export async function holdEdges(tx: Db, partyIds: string[]) {
  await tx.select().from(edges).where(inArray(edges.partyId, partyIds)).orderBy(asc(edges.partyId)).for('update')
}

/**
 * Revokes the edge, but sends no notice and writes no log entry. Returns false if there is no active edge; even then,
 * the enrolment codes become void. Locks are always taken in this order: the edge, its enrolments, the party.
 */
export async function shutOutEdge(tx: Db, { bus, clock }: Pick<Deps, 'bus' | 'clock'>, partyId: string) {
  const current = and(eq(edges.partyId, partyId), isNull(edges.revokedTime))
  const gone = { revokedTime: clock.now(), linkId: null, lostNoticeTime: null }
  const revoked = await tx.update(edges).set(gone).where(current).returning({ partyId: edges.partyId })
  // Unused codes are voided, because the holder of an earlier code could otherwise enrol an edge with it.
  await tx.delete(edgeEnrolments).where(and(eq(edgeEnrolments.partyId, partyId), isNull(edgeEnrolments.usedTime)))
  if (revoked.length === 0) return false
  await tx.update(parties).set({ edgeUrl: null }).where(eq(parties.id, partyId))
  await cutLinks(tx, { bus }, partyId)
  await bus.publish(tx, EDGE_CHANGED, { partyId })
  return true
}

export const recordRevoked = (tx: Db, partyId: string, by: string) => record(tx, 'edge.revoked', { partyId, by })

/** Deletes the unused enrolment codes of a user who has left the party. */
export async function voidEnrolments(tx: Db, userId: string) {
  await tx.delete(edgeEnrolments).where(and(eq(edgeEnrolments.createdBy, userId), isNull(edgeEnrolments.usedTime)))
}

export async function refuseRevoked(db: Db, partyId: string): Promise<void> {
  const revoked = and(eq(edges.partyId, partyId), isNotNull(edges.revokedTime))
  if ((await db.$count(edges, revoked)) > 0) fail('edge.revoked')
}
