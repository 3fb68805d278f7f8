import type { PartyRole } from '@tessera/contract'
import {
  CreatePartyInvite,
  GetEdgeToken,
  GetParty,
  GetRole,
  GetSocketToken,
  GetTask,
  JoinParty,
  LeaveParty,
  ListMembers,
  ListMyParties,
  Logout,
  RemoveMember,
  SetMemberRole,
} from '@tessera/contract/wire'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { notifications } from '../../db/table.ts'
import { listPlatformLog } from '../../lib/audit.ts'
import { pushRun } from '../../lib/live.ts'
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
import { task } from '../task/table.ts'
import { memberAbilities } from './policy.ts'
import { members, parties } from './table.ts'

const SUPER = { userId: 'u', partyId: '1', role: 'admin', isSuperAdmin: true } as const
const ADMIN = { ...SUPER, isSuperAdmin: false } as const
const MEMBER = { ...ADMIN, role: 'member' } as const
const FOREIGN = { ...SUPER, partyId: '2' } as const
const TOURIST = { ...MEMBER, partyId: null, role: 'tourist' } as const

const may = (names: string) =>
  Object.fromEntries(['setRole', 'setDepartment', 'remove', 'leave'].map((name) => [name, names.includes(name)]))

test.each([
  ['super administrator', SUPER, 'member', 1, 'setRole setDepartment remove'],
  ['super administrator', SUPER, 'admin', 1, 'setRole setDepartment remove'],
  ['super administrator', SUPER, 'super-admin', 2, 'setRole setDepartment remove'],
  ['administrator', ADMIN, 'member', 1, 'setDepartment remove'],
  ['administrator', ADMIN, 'admin', 1, 'setDepartment'],
  ['administrator', ADMIN, 'super-admin', 1, 'setDepartment'],
  ['member', MEMBER, 'member', 1, ''],
  ['super administrator of another party', FOREIGN, 'member', 1, ''],
  ['tourist', TOURIST, 'member', 1, ''],
] as const)('decides what a %s may do with another member (%#)', (_who, actor, role, superAdmins, expected) => {
  const member = { userId: 'other', role, orgCode: 'A01' }
  expect(memberAbilities(actor, '1', member, superAdmins)).toEqual(may(expected))
})

test.each([
  ['the last super administrator', SUPER, 'super-admin', 1, 'A01', 'setDepartment'],
  ['one of two super administrators', SUPER, 'super-admin', 2, 'A01', 'setRole setDepartment leave'],
  ['an administrator', ADMIN, 'admin', 1, 'A01', 'setDepartment leave'],
  ['a member without a department', MEMBER, 'member', 1, 'A01', 'setDepartment leave'],
  ['a member with a department', MEMBER, 'member', 1, 'A01A01', 'leave'],
  ['a user who acts for another party', FOREIGN, 'super-admin', 2, 'A01', ''],
] as const)('decides what a member may do with themselves: %s', (_who, actor, role, superAdmins, orgCode, expected) => {
  expect(memberAbilities(actor, '1', { userId: 'u', role, orgCode }, superAdmins)).toEqual(may(expected))
})

async function addNew(w: World, party: TestParty, role: PartyRole = 'member'): Promise<TestUser> {
  const user = await buildUser(w)
  await addMember(w, party.partyId, user, role)
  return user
}

const setRole = async (w: World, party: TestParty, user: TestUser, of: string, role: PartyRole) =>
  (await call(w, SetMemberRole, { userId: of, role }, { user, party })).error
const remove = async (w: World, party: TestParty, user: TestUser, of: string) =>
  (await call(w, RemoveMember, { userId: of }, { user, party })).error
const leave = async (w: World, party: TestParty, user: TestUser) =>
  (await call(w, LeaveParty, {}, { user, party })).error

async function roleOf(w: World, party: TestParty, user: TestUser) {
  const [row] = await w.db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.partyId, party.partyId), eq(members.userId, user.userId)))
  return row?.role
}

const noticesOf = async (w: World, user: TestUser) =>
  (await w.db.select().from(notifications).where(eq(notifications.userId, user.userId))).map(
    ({ kind, partyId, subject, subjectId, params }) => ({ kind, partyId, subject, subjectId, params }),
  )

const loggedOf = async (w: World, party: TestParty) =>
  (await listPlatformLog(w.db)).filter(({ data }) => data.partyId === party.partyId).map(({ kind }) => kind)

describeOnOne(
  'members',
  (world) => {
    test('lists members to each other, administrators first, with the actions that the reader may take for each', {
      meta: { spec: 'calls.party-members' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const admin = await addNew(w, party, 'admin')
      const listed = (await call(w, ListMembers, {}, { user: party.member, party })).result
      expect(listed.map(({ username, role }) => [username, role])).toEqual([
        [party.admin.username, 'super-admin'],
        [admin.username, 'admin'],
        [party.member.username, 'member'],
      ])
      expect(listed[2]).toMatchObject({ orgCode: 'A01', avatar: null, joinTime: expect.any(Date) })
      expect(listed[2]?.abilities).toEqual(may('setDepartment leave'))
      expect(listed[0]?.abilities).toEqual(may(''))
      const byAdmin = (await call(w, ListMembers, {}, { user: admin, party })).result
      expect(byAdmin.map(({ abilities }) => abilities.remove)).toEqual([false, false, true])
    })

    test('hides members from anonymous callers, tourists and members of another party', async () => {
      const w = world()
      const [party, other] = [await buildParty(w), await buildParty(w)]
      expect((await call(w, ListMembers)).error).toBe('session.missing')
      expect((await call(w, ListMembers, {}, { user: party.member })).error).toBe('party.required')
      expect((await call(w, ListMembers, {}, { user: other.admin, party })).error).toBe('party.not-member')
      const own = (await call(w, ListMembers, {}, { user: other.admin, party: other })).result
      expect(own.map(({ userId }) => userId)).not.toContain(party.member.userId)
    })

    test('lets a super administrator appoint and dismiss administrators', {
      meta: { spec: 'roles.party-super-administrator' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const { admin, member } = party
      expect(await setRole(w, party, admin, member.userId, 'admin')).toBeUndefined()
      expect((await call(w, GetRole, {}, { user: member, party })).result).toMatchObject({
        role: 'admin',
        isSuperAdmin: false,
      })
      expect(await setRole(w, party, admin, member.userId, 'super-admin')).toBeUndefined()
      expect((await call(w, GetRole, {}, { user: member, party })).result.isSuperAdmin).toBe(true)
      // Now the party has two super administrators: the first may step back, and the second may appoint others.
      expect(await setRole(w, party, admin, admin.userId, 'member')).toBeUndefined()
      expect(await setRole(w, party, member, admin.userId, 'admin')).toBeUndefined()
      expect([await roleOf(w, party, admin), await roleOf(w, party, member)]).toEqual(['admin', 'super-admin'])
      const about = { partyId: null, subject: 'party', subjectId: party.partyId }
      expect((await noticesOf(w, member))[0]).toMatchObject({ kind: 'party.role-changed', ...about })
      expect(await loggedOf(w, party)).toEqual(Array(4).fill('party.role-set'))
    })

    test('lets no user except a super administrator change roles', {
      meta: { spec: 'roles.party-super-administrator' },
    }, async () => {
      const w = world()
      const [party, other] = [await buildParty(w), await buildParty(w)]
      const admin = await addNew(w, party, 'admin')
      const target = party.member.userId
      const wanted = { userId: target, role: 'admin' } as const
      expect((await call(w, SetMemberRole, wanted)).error).toBe('session.missing')
      expect((await call(w, SetMemberRole, wanted, { user: party.admin })).error).toBe('party.required')
      expect(await setRole(w, party, party.member, target, 'super-admin')).toBe('party.super-admin-only')
      expect(await setRole(w, party, admin, target, 'admin')).toBe('party.super-admin-only')
      expect(await setRole(w, party, admin, admin.userId, 'super-admin')).toBe('party.super-admin-only')
      expect(await setRole(w, party, other.admin, target, 'admin')).toBe('party.not-member')
      expect(await setRole(w, other, other.admin, target, 'admin')).toBe('party.member-unknown')
      expect(await setRole(w, party, party.admin, 'nobody', 'admin')).toBe('party.member-unknown')
    })

    test('requires a member and a role in a request that changes a role', async () => {
      const w = world()
      const party = await buildParty(w)
      const send = async (method: 'PUT' | 'DELETE', path: string, payload: object) => {
        const url = `${w.settings.PREFIX}${path}`
        const answer = await w.app.inject({ method, url, headers: asUser(party.admin, party), payload })
        return [answer.statusCode, answer.json().error]
      }
      const malformed = [400, 'request.malformed']
      const userId = party.member.userId
      expect(await send('PUT', SetMemberRole.path, { userId, role: 'owner' })).toEqual(malformed)
      expect(await send('PUT', SetMemberRole.path, { role: 'admin' })).toEqual(malformed)
      expect(await send('DELETE', RemoveMember.path, {})).toEqual(malformed)
      expect(await roleOf(w, party, party.member)).toBe('member')
    })

    test('does not let a party lose its last super administrator', {
      meta: { spec: 'roles.party-super-administrator' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const { admin } = party
      expect(await setRole(w, party, admin, admin.userId, 'admin')).toBe('party.last-super-admin')
      expect(await leave(w, party, admin)).toBe('party.last-super-admin')
      expect(await remove(w, party, admin, admin.userId)).toBe('party.last-super-admin')
      expect(await roleOf(w, party, admin)).toBe('super-admin')
      expect(await loggedOf(w, party)).toEqual([])
      const second = await addNew(w, party, 'super-admin')
      expect(await remove(w, party, admin, admin.userId)).toBe('party.remove-self')
      expect(await remove(w, party, second, admin.userId)).toBeUndefined()
      expect(await leave(w, party, second)).toBe('party.last-super-admin')
    })

    test('lets administrators remove members, and super administrators remove administrators', {
      meta: { spec: 'roles.member-removal' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const [admin, equal] = [await addNew(w, party, 'admin'), await addNew(w, party, 'admin')]
      expect(await remove(w, party, admin, equal.userId)).toBe('party.super-admin-only')
      expect(await remove(w, party, admin, party.admin.userId)).toBe('party.super-admin-only')
      expect(await remove(w, party, admin, party.member.userId)).toBeUndefined()
      expect(await remove(w, party, admin, party.member.userId)).toBe('party.member-unknown')
      expect(await remove(w, party, party.admin, equal.userId)).toBeUndefined()
      const about = {
        partyId: null,
        subject: 'party',
        subjectId: party.partyId,
        params: { party: { cn: party.name, en: party.nameEn } },
      }
      expect(await noticesOf(w, party.member)).toMatchObject([{ kind: 'party.removed', ...about }])
      expect(await loggedOf(w, party)).toEqual(['party.member-removed', 'party.member-removed'])
    })

    test('lets only administrators and super administrators remove members', {
      meta: { spec: 'roles.member-removal' },
    }, async () => {
      const w = world()
      const [party, other] = [await buildParty(w), await buildParty(w)]
      const target = (await addNew(w, party)).userId
      expect((await call(w, RemoveMember, { userId: target })).error).toBe('session.missing')
      expect((await call(w, RemoveMember, { userId: target }, { user: party.admin })).error).toBe('party.required')
      expect(await remove(w, party, party.member, target)).toBe('party.admin-only')
      expect(await remove(w, party, party.member, party.member.userId)).toBe('party.admin-only')
      expect(await remove(w, party, other.admin, target)).toBe('party.not-member')
      expect(await remove(w, other, other.admin, target)).toBe('party.member-unknown')
    })

    test('ends a removed member’s sessions at the party: calls, tokens, notices and codes', {
      meta: { spec: 'roles.member-removal' },
    }, async () => {
      const w = world()
      const [party, home] = [await buildParty(w), await buildParty(w)]
      const gone = await addNew(w, party, 'admin')
      await addMember(w, home.partyId, gone)
      const as = { user: gone, party }
      const code = (await call(w, CreatePartyInvite, {}, as)).result
      const token = (await call(w, GetSocketToken, {}, { user: gone })).result.token
      const headers = { origin: 'http://127.0.0.1:8080', 'sec-websocket-protocol': token }
      const socket: WebSocket = await w.app.injectWS(`/websocket/${gone.userId}`, { headers } as never)
      const received: string[] = []
      const receivedHome = new Promise<void>((resolve) => {
        socket.on('message', (data) => {
          received.push(String(data))
          if (String(data).includes('"home"')) resolve()
        })
      })

      expect(await remove(w, party, party.admin, gone.userId)).toBeUndefined()
      expect((await call(w, ListMembers, {}, as)).error).toBe('party.not-member')
      expect((await call(w, GetEdgeToken, { partyId: party.partyId }, as)).error).toBe('party.not-member')
      expect((await call(w, GetParty, { partyId: party.partyId }, { user: gone })).result.edgeUrl).toBeNull()
      const mine = (await call(w, ListMyParties, {}, { user: gone })).result
      expect(mine?.map(({ id }) => id)).toEqual([home.partyId])
      expect((await call(w, JoinParty, { inviteCode: code }, { user: gone })).error).toBe('invite.invalid')
      await pushRun(w.db, w.deps, { taskId: 'foreign', seq: 1, partyIds: [party.partyId] })
      await pushRun(w.db, w.deps, { taskId: 'home', seq: 1, partyIds: [home.partyId] })
      await receivedHome
      expect(received.join()).not.toContain('foreign')
      socket.terminate()
    })

    test('notifies administrators if a member leaves, and keeps the objects that the member created', {
      meta: { spec: 'calls.party-members' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const { member } = party
      const made: typeof task.$inferInsert = {
        id: `t-${party.partyId}`,
        name: 'Stays',
        description: '',
        visibility: 'public',
        status: 'recruiting',
        partyId: party.partyId,
        researchType: 'federated',
        createdByUserId: member.userId,
        createdBy: member.username,
        createTime: w.clock.now(),
      }
      await w.db.insert(task).values(made)
      expect((await call(w, LeaveParty)).error).toBe('session.missing')
      expect((await call(w, LeaveParty, {}, { user: member })).error).toBe('party.required')
      expect(await leave(w, party, member)).toBeUndefined()
      expect(await leave(w, party, member)).toBe('party.not-member')
      expect(await noticesOf(w, party.admin)).toMatchObject([
        {
          kind: 'party.left',
          partyId: party.partyId,
          params: { person: member.username, party: { cn: party.name, en: party.nameEn } },
        },
      ])
      expect(await loggedOf(w, party)).toEqual(['party.left'])
      const kept = (await call(w, GetTask, { taskId: made.id }, { user: party.admin, party })).result
      expect(kept).toMatchObject({ name: 'Stays', partyId: party.partyId })
    })

    test('voids the codes that an administrator created when they are dismissed, but not those of others', async () => {
      const w = world()
      const party = await buildParty(w)
      const admin = await addNew(w, party, 'admin')
      const theirs = (await call(w, CreatePartyInvite, {}, { user: admin, party })).result
      const ours = (await call(w, CreatePartyInvite, {}, { user: party.admin, party })).result
      expect(await setRole(w, party, party.admin, admin.userId, 'member')).toBeUndefined()
      const join = async (inviteCode: string) =>
        (await call(w, JoinParty, { inviteCode }, { user: await buildUser(w) })).error
      expect([await join(theirs), await join(ours)]).toEqual(['invite.invalid', undefined])
    })

    test('does not let members act for a suspended party, but still shows it to them', {
      meta: { spec: 'roles.suspended-party' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const { partyId, admin } = party
      await w.db.update(parties).set({ suspendedTime: w.clock.now() }).where(eq(parties.id, partyId))
      expect((await call(w, ListMembers, {}, { user: admin, party })).error).toBe('party.suspended')
      expect((await call(w, GetRole, {}, { user: party.member, party })).error).toBe('party.suspended')
      expect((await call(w, Logout, {}, { user: party.member, party })).error).toBeUndefined()
      expect((await call(w, GetRole, {}, { user: party.member })).error).toBe('session.expired')
      expect((await call(w, GetEdgeToken, { partyId }, { user: admin, party })).error).toBe('party.suspended')
      expect((await call(w, GetEdgeToken, { partyId }, { user: admin })).error).toBe('party.required')
      expect((await call(w, ListMembers, {}, { user: await buildUser(w), party })).error).toBe('party.not-member')
      expect((await call(w, GetParty, { partyId }, { user: admin })).result.name.cn).toBe(party.name)
      expect((await call(w, ListMyParties, {}, { user: admin })).result).toHaveLength(1)
      await w.db.update(parties).set({ suspendedTime: null }).where(eq(parties.id, partyId))
      expect((await call(w, ListMembers, {}, { user: admin, party })).error).toBeUndefined()
    })
  },
  { CAPTCHA_ANSWER: 'right' },
)

describeOn('server', 'the last super administrator, when several act at the same time', (world) => {
  const superAdminsOf = (w: World, party: TestParty) =>
    w.db.$count(members, and(eq(members.partyId, party.partyId), eq(members.role, 'super-admin')))

  test.each(['leave', 'step back', 'dismiss each other', 'remove each other'] as const)(
    'keeps one super administrator if two of them %s at the same time',
    { meta: { spec: 'roles.member-removal' } },
    async (what) => {
      const w = world()
      for (let round = 0; round < 10; round++) {
        const party = await buildParty(w)
        const { admin } = party
        const second = await addNew(w, party, 'super-admin')
        const act = (user: TestUser, other: TestUser) => {
          if (what === 'leave') return leave(w, party, user)
          if (what === 'step back') return setRole(w, party, user, user.userId, 'member')
          if (what === 'dismiss each other') return setRole(w, party, user, other.userId, 'member')
          return remove(w, party, user, other.userId)
        }
        const errors = await Promise.all([act(admin, second), act(second, admin)])
        expect(errors.filter((error) => error === undefined)).toHaveLength(1)
        expect(await superAdminsOf(w, party)).toBe(1)
      }
    },
  )
})
