import { randomInt } from 'node:crypto'
import type { PartyRole } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import { startSession } from '../features/account/index.ts'
import { users } from '../features/account/table.ts'
import { departments, members, parties } from '../features/party/table.ts'
import { newId } from '../lib/ids.ts'
import type { World } from './world.ts'

type Place = Pick<World, 'db' | 'clock'>

export interface TestUser {
  userId: string
  username: string
  token: string
}
export interface TestParty {
  partyId: string
  name: string
  nameEn: string
  /** The party's super administrator and an ordinary member. */
  admin: TestUser
  member: TestUser
}

/** Returns a name that is unique among all tests. */
export const uniqueName = (stem = 'n') => `${stem}${newId().slice(-10)}`

/** Adds a logged-in user without a usable password. Tests of log-in build users with `userWith`. */
export async function buildUser(
  { db, clock }: Place,
  fields: Partial<typeof users.$inferInsert> = {},
): Promise<TestUser> {
  const username = fields.username ?? uniqueName('u')
  const user = {
    id: newId(),
    username,
    usernameKey: username.toLowerCase(),
    displayName: username,
    passwordHash: '',
    createTime: clock.now(),
    ...fields,
  }
  await db.insert(users).values(user)
  return { userId: user.id, username, token: (await startSession(db, user.id, clock.now())).token }
}

export async function buildParty(place: Place, fields: Partial<typeof parties.$inferInsert> = {}): Promise<TestParty> {
  const { db, clock } = place
  const [admin, member] = [await buildUser(place), await buildUser(place)]
  const name = fields.name ?? uniqueName('party')
  const partyId = fields.id ?? String(randomInt(10_000, 999_999_999))
  const party = { id: partyId, name, nameEn: name, createdBy: admin.userId, createTime: clock.now(), ...fields }
  await db.insert(parties).values(party)
  await db.insert(departments).values({ partyId, orgCode: 'A01', name: 'all', parentCode: null })
  await addMember(place, partyId, admin, 'super-admin')
  await addMember(place, partyId, member)
  return { partyId, name, nameEn: party.nameEn, admin, member }
}

export async function addMember(
  { db, clock }: Place,
  partyId: string,
  user: TestUser,
  role: PartyRole = 'member',
  orgCode = 'A01',
) {
  await db.insert(members).values({ partyId, userId: user.userId, role, orgCode, joinTime: clock.now() })
}

/** Returns the headers of a call by this user for this party; without a party, the user calls as a tourist. */
export function asUser(user: TestUser, party?: { partyId: string } | null): Record<string, string> {
  return { [HEADERS.token]: user.token, [HEADERS.party]: party?.partyId ?? '0', [HEADERS.language]: 'en' }
}
