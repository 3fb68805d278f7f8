import { fail } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { after, DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newDigits } from '../../lib/ids.ts'
import { limit, limitAddress } from '../../lib/limits.ts'
import { ROOT_CODE } from './departments.ts'
import { isMember } from './members.ts'
import { findParty, type PartyRow } from './queries.ts'
import { invites, members } from './table.ts'

const LIFE_MS = 10 * DAY_MS
const DIGITS = 8
const WRONG_TRIES_AN_HOUR = 10

/** A code that lets one person join. */
export async function createInvite({ db, clock }: Deps, actor: Actor, partyId: string): Promise<string> {
  const code = newDigits(DIGITS)
  await db.transaction(async (tx) => {
    const row = { partyId, createdBy: actor.userId, expiryTime: after(clock.now(), LIFE_MS) }
    // One code in a hundred million may be in use; the older one, used or not, then gives way.
    await tx
      .insert(invites)
      .values({ codeHash: sha256(code), ...row })
      .onConflictDoUpdate({ target: invites.codeHash, set: { ...row, usedBy: null } })
    await record(tx, 'party.invited', { partyId, userId: actor.userId })
  })
  return code
}

/** Eight digits can be guessed by trying, so wrong tries are counted per user and per address. */
export async function joinParty(deps: Deps, actor: Actor, inviteCode: string, address: string): Promise<PartyRow> {
  const { db, clock } = deps
  await limit(deps, `invite:user:${actor.userId}`, WRONG_TRIES_AN_HOUR, HOUR_MS)
  await limitAddress(deps, 'invite:address', address, 10 * WRONG_TRIES_AN_HOUR, HOUR_MS)
  const codeHash = sha256(inviteCode.trim())
  return db.transaction(async (tx) => {
    const usable = and(eq(invites.codeHash, codeHash), isNull(invites.usedBy), gt(invites.expiryTime, clock.now()))
    const [invite] = await tx.update(invites).set({ usedBy: actor.userId }).where(usable).returning()
    if (!invite) return fail('invite.invalid')
    // Failing rolls the use back: the code stays good for somebody else.
    if (await isMember(tx, actor.userId, invite.partyId)) fail('party.already-member')
    const { partyId } = invite
    await tx
      .insert(members)
      .values({ partyId, userId: actor.userId, role: 'member', orgCode: ROOT_CODE, joinTime: clock.now() })
    await record(tx, 'party.joined', { partyId, userId: actor.userId })
    return (await findParty(tx, partyId)) ?? fail('party.not-found')
  })
}
