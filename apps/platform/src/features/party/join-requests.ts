import { fail, JOIN_NOTE_MAX, type JoinRequest } from '@tessera/contract'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireAdmin } from '../../lib/auth.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { limit, limitAddress } from '../../lib/limits.ts'
import { closeRequest, notifyUser } from '../../lib/notices.ts'
import { users } from '../account/index.ts'
import { isMember } from './members.ts'
import { notifyParties } from './notify-parties.ts'
import { ROOT_CODE } from './policy.ts'
import { aboutParty, lockParty } from './queries.ts'
import { joinRequests, members, parties } from './table.ts'

const MAX_PER_HOUR = 10
/** Maximum length of the list of join requests. Waiting requests come first; decided requests follow. */
const LISTED = 200

/** Stores a user's request to join a party without a code. The party's administrators are notified and decide. */
export async function askToJoin(
  deps: Deps,
  actor: Actor,
  { partyId, ...input }: { partyId: string; note?: string | undefined },
  address: string,
): Promise<JoinRequest> {
  const note = (input.note ?? '').trim()
  if ([...note].length > JOIN_NOTE_MAX) fail('party.note-long', { limit: JOIN_NOTE_MAX })
  await limit(deps, `join-request:user:${actor.userId}`, MAX_PER_HOUR, HOUR_MS)
  await limitAddress(deps, 'join-request:address', address, MAX_PER_HOUR, HOUR_MS)
  const { userId } = actor
  const request = { id: newId(), partyId, userId, note, status: 'waiting', createTime: deps.clock.now() } as const
  await deps.db.transaction(async (tx) => {
    const party = (await lockParty(tx, partyId)) ?? fail('party.not-found')
    if (await isMember(tx, userId, partyId)) fail('party.already-member')
    const inserted = await tx.insert(joinRequests).values(request).onConflictDoNothing().returning()
    if (inserted.length === 0) fail('party.already-asked')
    await notifyParties(tx, deps, {
      partyIds: [partyId],
      kind: 'party.join-requested',
      params: { ...aboutParty(party).params, person: actor.displayName, note },
      subject: 'join-request',
      subjectId: request.id,
    })
    await record(tx, 'party.join-requested', { partyId, userId })
  })
  const [presented] = await presentRequests(deps.db, actor, eq(joinRequests.id, request.id))
  return presented ?? fail('party.request-not-found')
}

export async function withdrawJoinRequest(deps: Deps, { userId }: Actor, id: string) {
  await deps.db.transaction(async (tx) => {
    const mine = and(eq(joinRequests.id, id), eq(joinRequests.userId, userId), isWaiting)
    const [withdrawn] = await tx.update(joinRequests).set({ status: 'withdrawn' }).where(mine).returning()
    if (!withdrawn) fail('party.request-not-found')
    await closeRequest(tx, deps, id)
    await record(tx, 'party.join-withdrawn', { partyId: withdrawn.partyId, userId })
  })
}

/** Decides a join request. Approval makes the user an ordinary member. A second decision fails. */
export async function reviewJoinRequest(deps: Deps, actor: Actor, id: string, verdict: 'approve' | 'reject') {
  const partyId = requireAdmin(actor)
  const status = verdict === 'approve' ? 'approved' : 'rejected'
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const party = (await lockParty(tx, partyId)) ?? fail('party.not-found')
    const open = and(eq(joinRequests.id, id), eq(joinRequests.partyId, partyId), isWaiting)
    const decided = { status, reviewedBy: actor.userId, reviewTime: now } as const
    const [request] = await tx.update(joinRequests).set(decided).where(open).returning()
    if (!request || (await isDeleted(tx, request.userId))) fail('party.request-not-found')
    const { userId } = request
    if (verdict === 'approve') {
      const row = { partyId, userId, role: 'member', orgCode: ROOT_CODE, joinTime: now } as const
      await tx.insert(members).values(row).onConflictDoNothing()
    }
    await closeRequest(tx, deps, id)
    const kind = verdict === 'approve' ? 'party.join-approved' : 'party.join-rejected'
    await notifyUser(tx, deps, { userId, kind, ...aboutParty(party) })
    await record(tx, `party.join-${status}`, { partyId, userId, by: actor.userId })
  })
}

/**
 * Marks the waiting join requests of a user who joined with an invitation code as approved, because the code's creator
 * admitted the user.
 */
export async function closeJoinRequests(
  tx: Db,
  deps: Deps,
  { partyId, userId, reviewedBy }: { partyId: string; userId: string; reviewedBy: string },
) {
  const theirs = and(eq(joinRequests.partyId, partyId), eq(joinRequests.userId, userId), isWaiting)
  const approved = { status: 'approved', reviewedBy, reviewTime: deps.clock.now() } as const
  for (const { id } of await tx.update(joinRequests).set(approved).where(theirs).returning()) {
    await closeRequest(tx, deps, id)
  }
}

export const listMyJoinRequests = (db: Db, actor: Actor) =>
  presentRequests(db, actor, eq(joinRequests.userId, actor.userId))

/** Returns the party's join requests, without those of deleted accounts. */
export const listJoinRequests = (db: Db, actor: Actor, partyId: string) =>
  presentRequests(db, actor, and(eq(joinRequests.partyId, partyId), isNull(users.deleteTime)), [
    sql`(${joinRequests.status} = 'waiting') desc`,
  ])

function presentRequests(
  db: Db,
  { language }: Pick<Actor, 'language'>,
  where: SQL | undefined,
  first: SQL[] = [],
): Promise<JoinRequest[]> {
  const partyName = { cn: parties.name, en: parties.nameEn }[language]
  const { id, partyId, userId, note, status, createTime, reviewTime } = joinRequests
  return db
    .select({
      id,
      partyId,
      partyName,
      userId,
      username: users.username,
      displayName: users.displayName,
      note,
      status,
      createTime,
      reviewTime,
    })
    .from(joinRequests)
    .innerJoin(parties, eq(parties.id, partyId))
    .innerJoin(users, eq(users.id, userId))
    .where(where)
    .orderBy(...first, desc(createTime), desc(id))
    .limit(LISTED)
}

const isWaiting = eq(joinRequests.status, 'waiting')

async function isDeleted(tx: Db, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), isNull(users.deleteTime)))) === 0
}
