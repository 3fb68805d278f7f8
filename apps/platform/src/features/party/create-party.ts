import { type BilingualText, type ErrorCode, fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { rethrowDuplicate } from '../../db/rethrow-duplicate.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import type { Deps } from '../../lib/deps.ts'
import { checkPicture } from '../../lib/pictures.ts'
import { addDefaultDepartments } from './default-departments.ts'
import { checkName, checkPartyId, ROOT_CODE } from './policy.ts'
import { findParty, type PartyRow } from './queries.ts'
import { members, parties } from './table.ts'

export const TAKEN = {
  party_pkey: 'party.id-taken',
  party_name_unique: 'party.name-taken',
  party_name_en_unique: 'party.name-en-taken',
} satisfies Record<string, ErrorCode>

/** Fails if a party id or name is taken by another party. */
export async function checkPartyFree(db: Db, { id, name }: { id: string; name: BilingualText }, isNew: boolean) {
  if (isNew && (await findParty(db, id))) fail('party.id-taken')
  const [sameName] = await db.select({ id: parties.id }).from(parties).where(eq(parties.name, name.cn))
  if (sameName && (isNew || sameName.id !== id)) fail('party.name-taken')
  const [sameEnglishName] = await db.select({ id: parties.id }).from(parties).where(eq(parties.nameEn, name.en))
  if (sameEnglishName && (isNew || sameEnglishName.id !== id)) fail('party.name-en-taken')
}

/** Creates a party. Its creator becomes super administrator. */
export async function createParty(
  deps: Deps,
  actor: Actor,
  input: { id: string; name: BilingualText; avatar?: string | null | undefined },
): Promise<PartyRow> {
  const { db } = deps
  const now = deps.clock.now()
  const name = checkName(input.name)
  const party: PartyRow = {
    id: checkPartyId(input.id),
    name: name.cn,
    nameEn: name.en,
    avatar: await checkPicture(deps, input.avatar),
    edgeUrl: null,
    isDeployed: false,
    suspendedTime: null,
    createdBy: actor.userId,
    createTime: now,
  }
  await checkPartyFree(db, { id: party.id, name }, true)
  await db
    .transaction(async (tx) => {
      await tx.insert(parties).values(party)
      await addDefaultDepartments(tx, party)
      await tx
        .insert(members)
        .values({ partyId: party.id, userId: actor.userId, role: 'super-admin', orgCode: ROOT_CODE, joinTime: now })
      await record(tx, 'party.created', { partyId: party.id, name: party.name, userId: actor.userId })
    })
    .catch((error) => rethrowDuplicate(error, TAKEN))
  return party
}
