import { CreatePartyInvite, GetRole, JoinParty, RemoveMember } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '../../db/table.ts'
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import {
  addMember,
  asUser,
  buildParty,
  buildUser,
  call,
  describeOn,
  describeOnOne,
  type TestParty,
  type TestUser,
  type World,
} from '../../testing/index.ts'
import { invites } from './table.ts'

const LOCAL = { CAPTCHA_ANSWER: 'right' }
const inviteTo = async (w: World, party: TestParty) =>
  (await call(w, CreatePartyInvite, {}, { user: party.admin, party })).result
const join = async (w: World, user: TestUser, inviteCode: string) =>
  (await call(w, JoinParty, { inviteCode }, { user })).error

/** Joins a party with a code, from a client with this IP address. */
async function joinFrom(w: World, remoteAddress: string, user: TestUser, inviteCode: string) {
  const headers = { ...asUser(user), 'content-type': 'application/x-www-form-urlencoded' }
  const url = `${w.settings.PREFIX}${JoinParty.path}`
  const payload = new URLSearchParams({ inviteCode }).toString()
  return (await w.app.inject({ method: 'POST', url, headers, remoteAddress, payload })).json().error as
    | string
    | undefined
}

describeOnOne(
  'an invite code',
  (world) => {
    test('lets one user join with an invitation, once, within ten days', {
      meta: { spec: ['calls.flPartyInfo/inviteCode', 'calls.flPartyInfo/joinParty'] },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const code = await inviteTo(w, party)
      expect(code).toMatch(/^\d{8}$/)
      const [first, second] = [await buildUser(w), await buildUser(w)]
      expect(await join(w, party.member, code)).toBe('party.already-member')
      const joined = (await call(w, JoinParty, { inviteCode: ` ${code} ` }, { user: first })).result
      expect(joined).toEqual({ partyId: party.partyId, partyName: party.name })
      expect((await call(w, GetRole, {}, { user: first, party })).result.role).toBe('member')
      expect(await join(w, second, code)).toBe('invite.invalid')
      const old = await inviteTo(w, party)
      w.clock.advance(10 * DAY_MS)
      expect(await join(w, await buildUser(w), old)).toBe('invite.invalid')
    })

    test('lets only administrators of the party create an invitation', {
      meta: { spec: 'calls.flPartyInfo/inviteCode' },
    }, async () => {
      const w = world()
      const [party, other] = [await buildParty(w), await buildParty(w)]
      expect((await call(w, CreatePartyInvite)).error).toBe('session.missing')
      expect((await call(w, CreatePartyInvite, {}, { user: party.member, party })).error).toBe('party.admin-only')
      expect((await call(w, CreatePartyInvite, {}, { user: other.admin, party })).error).toBe('party.not-member')
      expect((await call(w, CreatePartyInvite, {}, { user: party.admin })).error).toBe('party.required')
      expect((await call(w, JoinParty, { inviteCode: await inviteTo(w, party) })).error).toBe('session.missing')
    })

    test('notifies the administrators of who joined with an invitation', async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      await join(w, user, await inviteTo(w, party))
      const notices = await w.db.select().from(notifications).where(eq(notifications.partyId, party.partyId))
      expect(notices).toMatchObject([
        {
          userId: party.admin.userId,
          kind: 'party.joined',
          params: { person: user.username, party: { cn: party.name, en: party.nameEn } },
        },
      ])
    })

    test('allows a user ten wrong invitation codes an hour, so that codes cannot be guessed', {
      meta: { spec: 'calls.flPartyInfo/joinParty' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      const [good, later] = [await inviteTo(w, party), await inviteTo(w, party)]
      const tries: unknown[] = []
      for (let i = 0; i < 11; i++) tries.push(await join(w, user, `${i}`))
      expect(tries).toEqual([...Array(10).fill('invite.invalid'), 'request.too-many'])
      expect(await join(w, user, good)).toBe('request.too-many')
      w.clock.advance(HOUR_MS)
      expect(await join(w, user, later)).toBeUndefined()
    })

    test('does not count correct invitation codes towards the limit', async () => {
      const w = world()
      const parties = await Promise.all(Array.from({ length: 12 }, () => buildParty(w)))
      const user = await buildUser(w)
      for (let i = 0; i < 9; i++) await join(w, user, 'wrong')
      for (const party of parties) expect(await join(w, user, await inviteTo(w, party))).toBeUndefined()
      expect([await join(w, user, 'wrong'), await join(w, user, 'wrong')]).toEqual([
        'invite.invalid',
        'request.too-many',
      ])
    })
  },
  LOCAL,
)

describeOnOne('wrong invite codes from one address', (world) => {
  test('allows ten wrong invitation codes an hour per address, for all users together, and does not count correct codes', {
    meta: { spec: 'calls.flPartyInfo/joinParty' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const from = '203.0.113.7'
    const tries: unknown[] = []
    for (let i = 0; i < 10; i++) {
      expect(await joinFrom(w, from, await buildUser(w), await inviteTo(w, party))).toBeUndefined()
      tries.push(await joinFrom(w, from, await buildUser(w), 'wrong'))
    }
    expect(tries).toEqual(Array(10).fill('invite.invalid'))
    const [late, code] = [await buildUser(w), await inviteTo(w, party)]
    expect(await joinFrom(w, from, late, code)).toBe('request.too-many')
    expect(await joinFrom(w, '203.0.113.8', late, code)).toBeUndefined()
    w.clock.advance(HOUR_MS)
    expect(await joinFrom(w, from, await buildUser(w), await inviteTo(w, party))).toBeUndefined()
  })
})

describeOn('server', 'invite codes at the same time', (world) => {
  test('lets one of ten concurrent users join with the same code', async () => {
    const w = world()
    const party = await buildParty(w)
    const code = await inviteTo(w, party)
    const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(w)))
    const errors = await Promise.all(people.map((user) => join(w, user, code)))
    expect(errors.sort()).toEqual([...Array(9).fill('invite.invalid'), undefined])
  })

  test('voids an invitation whose creator is removed during its creation', async () => {
    const w = world()
    for (let round = 0; round < 10; round++) {
      const party = await buildParty(w)
      const admin = await buildUser(w)
      await addMember(w, party.partyId, admin, 'admin')
      await Promise.all([
        call(w, CreatePartyInvite, {}, { user: admin, party }),
        call(w, RemoveMember, { userId: admin.userId }, { user: party.admin, party }),
        call(w, CreatePartyInvite, {}, { user: admin, party }),
      ])
      expect(await w.db.$count(invites, eq(invites.createdBy, admin.userId))).toBe(0)
    }
  })

  test('checks only ten of forty concurrent guesses of an invitation code', async () => {
    const w = world()
    const user = await buildUser(w)
    const guesses = Array.from({ length: 40 }, (_none, i) => joinFrom(w, '203.0.113.9', user, `${i}`))
    const errors = await Promise.all(guesses)
    expect(errors.filter((error) => error === 'invite.invalid')).toHaveLength(10)
    expect(errors.filter((error) => error === 'request.too-many')).toHaveLength(30)
  })
})
