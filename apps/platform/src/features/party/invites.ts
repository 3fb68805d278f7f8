import { AppError, fail, PARTY_INVITE_DAYS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { after, DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newDigits } from '../../lib/ids.ts'
import { addressKeys, limitWrong } from '../../lib/limits.ts'
import { closeJoinRequests } from './join-requests.ts'
import { findMembership } from './members.ts'
import { notifyParties } from './notify-parties.ts'
import { ROOT_CODE } from './policy.ts'
import { aboutParty, lockParty, type PartyRow } from './queries.ts'
import { invites, members } from './table.ts'

const LIFE_MS = PARTY_INVITE_DAYS * DAY_MS
const DIGITS = 8
const WRONG_TRIES_AN_HOUR = 10

/** Creates an invitation code with which one user can join the party. */
export async function createInvite({ db, clock }: Deps, actor: Actor, partyId: string): Promise<string> {
  const code = newDigits(DIGITS)
  await db.transaction(async (tx) => {
    await lockParty(tx, partyId)
    // The creator may no longer be an administrator. If they could still create a code, the code would never be voided.
    if ((await findMembership(tx, actor.userId, partyId))?.role !== 'admin') fail('party.admin-only')
    const row = { partyId, createdBy: actor.userId, expiryTime: after(clock.now(), LIFE_MS) }
    // With a probability of one in a hundred million per stored code, the new code already exists. It then replaces the
    // older one.
    await tx
      .insert(invites)
      .values({ codeHash: sha256(code), ...row })
      .onConflictDoUpdate({ target: invites.codeHash, set: { ...row, usedBy: null } })
    await record(tx, 'party.invited', { partyId, userId: actor.userId })
  })
  return code
}

/**
 * Joins a party with an invitation code. Eight digits could be guessed, so the number of wrong attempts is limited, per
 * user and per address.
 */
export async function joinParty(deps: Deps, actor: Actor, inviteCode: string, address: string): Promise<PartyRow> {
  const keys = [`invite:user:${actor.userId}`, ...addressKeys(deps, 'invite:address', address)]
  const isWrong = (error: unknown) => error instanceof AppError && error.code === 'invite.invalid'
  return limitWrong(deps, keys, { most: WRONG_TRIES_AN_HOUR, windowMs: HOUR_MS, isWrong }, () =>
    joinByCode(deps, actor, sha256(inviteCode.trim())),
  )
}

async function joinByCode(deps: Deps, { userId, displayName }: Actor, codeHash: string): Promise<PartyRow> {
  const now = deps.clock.now()
  const usable = and(eq(invites.codeHash, codeHash), isNull(invites.usedBy), gt(invites.expiryTime, now))
  return deps.db.transaction(async (tx) => {
    const [invite] = await tx.select().from(invites).where(usable)
    if (!invite) fail('invite.invalid')
    const { partyId, createdBy } = invite
    const party = (await lockParty(tx, partyId)) ?? fail('party.not-found')
    const used = await tx.update(invites).set({ usedBy: userId }).where(usable).returning()
    if (used.length === 0) fail('invite.invalid')
    // If joining fails, the transaction is rolled back, so that another user can still use the code.
    const row = { partyId, userId, role: 'member', orgCode: ROOT_CODE, joinTime: now } as const
    const added = await tx.insert(members).values(row).onConflictDoNothing().returning()
    if (added.length === 0) fail('party.already-member')
    await closeJoinRequests(tx, deps, { partyId, userId, reviewedBy: createdBy })
    const { params, ...about } = aboutParty(party)
    const named = { ...params, person: displayName }
    await notifyParties(tx, deps, { partyIds: [partyId], kind: 'party.joined', params: named, ...about })
    await record(tx, 'party.joined', { partyId, userId })
    return party
  })
}
