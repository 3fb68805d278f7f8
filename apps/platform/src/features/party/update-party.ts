import { type BilingualText, fail } from '@tessera/contract'
import { and, eq } from 'drizzle-orm'
import { rethrowDuplicate } from '../../db/rethrow-duplicate.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireAdmin } from '../../lib/auth.ts'
import type { Deps } from '../../lib/deps.ts'
import { checkPicture, pictureReplaced } from '../../lib/pictures.ts'
import { checkPartyFree, TAKEN } from './create-party.ts'
import { checkName, ROOT_CODE } from './policy.ts'
import { findParty, lockParty, type PartyRow, partyName } from './queries.ts'
import { departments, parties } from './table.ts'

export interface PartyChanges {
  id: string
  name?: Partial<BilingualText> | undefined
  avatar?: string | null | undefined
}

/** Changes the given fields of a party. The edge's address cannot be changed here, because only the edge reports it. */
export async function updateParty(deps: Deps, actor: Actor, changes: PartyChanges): Promise<PartyRow> {
  const partyId = requireAdmin(actor)
  if (changes.id !== partyId) fail('party.admin-only')
  const party = (await findParty(deps.db, partyId)) ?? fail('party.not-found')
  const isOtherPicture = changes.avatar !== undefined && changes.avatar !== party.avatar
  const picture = isOtherPicture ? { avatar: await checkPicture(deps, changes.avatar) } : {}

  const { before, names } = await deps.db
    .transaction(async (tx) => {
      const before = (await lockParty(tx, partyId)) ?? fail('party.not-found')
      const name = checkName({ ...partyName(before), ...changes.name })
      await checkPartyFree(tx, { id: partyId, name }, false)
      const names = { name: name.cn, nameEn: name.en }
      await tx
        .update(parties)
        .set({ ...names, ...picture })
        .where(eq(parties.id, partyId))
      const root = and(eq(departments.partyId, partyId), eq(departments.orgCode, ROOT_CODE))
      await tx.update(departments).set({ name: names.name }).where(root)
      if (isOtherPicture) await pictureReplaced(tx, deps, before.avatar)
      await record(tx, 'party.changed', { partyId, userId: actor.userId, ...names, ...picture })
      return { before, names }
    })
    .catch((error) => rethrowDuplicate(error, TAKEN))
  return { ...before, ...names, ...picture }
}
