import { JOIN_NOTE_MAX, type JoinRequest } from '@tessera/contract'
import {
  AskToJoin,
  CreatePartyInvite,
  GetRole,
  JoinParty,
  ListJoinRequests,
  ListMyJoinRequests,
  ReviewJoinRequest,
  WithdrawJoinRequest,
} from '@tessera/contract/wire'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '../../db/table.ts'
import { listPlatformLog } from '../../lib/audit.ts'
import { HOUR_MS } from '../../lib/clock.ts'
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
import { users } from '../account/table.ts'
import { joinRequests, members } from './table.ts'

const LOCAL = { CAPTCHA_ANSWER: 'right' }

const ask = (w: World, user: TestUser, { partyId }: { partyId: string }, note?: string) =>
  call(w, AskToJoin, { partyId, ...(note === undefined ? {} : { note }) }, { user })
const review = async (w: World, user: TestUser, party: TestParty, id: string, verdict: 'approve' | 'reject') =>
  (await call(w, ReviewJoinRequest, { id, verdict }, { user, party })).error
const withdraw = async (w: World, user: TestUser, id: string) =>
  (await call(w, WithdrawJoinRequest, { id }, { user })).error
const mineOf = async (w: World, user: TestUser) => (await call(w, ListMyJoinRequests, {}, { user })).result
const listOf = async (w: World, party: TestParty) =>
  (await call(w, ListJoinRequests, {}, { user: party.admin, party })).result

const openNotices = (w: World, { id }: Pick<JoinRequest, 'id'>) =>
  w.db.$count(
    notifications,
    and(
      eq(notifications.kind, 'party.join-requested'),
      eq(notifications.subjectId, id),
      isNull(notifications.readTime),
    ),
  )
const noticesOf = (w: World, user: TestUser) =>
  w.db.select().from(notifications).where(eq(notifications.userId, user.userId))

describeOnOne(
  'a request to join',
  (world) => {
    test('notifies the administrators of a join request; after one of them approves it, the user is an ordinary member', {
      meta: { spec: 'roles.party-join-requests' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const second = await buildUser(w)
      await addMember(w, party.partyId, second, 'admin')
      const user = await buildUser(w)
      const request = (await ask(w, user, party, '  I run the registry. ')).result
      expect(request).toMatchObject({
        partyId: party.partyId,
        partyName: party.name,
        userId: user.userId,
        username: user.username,
        note: 'I run the registry.',
        status: 'waiting',
        reviewTime: null,
      })
      expect(await mineOf(w, user)).toEqual([request])
      expect(await listOf(w, party)).toEqual([request])
      expect(await openNotices(w, request)).toBe(2)
      const [notice] = await noticesOf(w, party.admin)
      expect(notice).toMatchObject({
        partyId: party.partyId,
        subject: 'join-request',
        subjectId: request.id,
        params: { person: user.username, party: { cn: party.name, en: party.nameEn }, note: 'I run the registry.' },
      })
      expect(await noticesOf(w, party.member)).toEqual([])

      expect(await review(w, second, party, request.id, 'approve')).toBeUndefined()
      expect((await call(w, GetRole, {}, { user, party })).result).toMatchObject({ role: 'member', orgCode: 'A01' })
      expect(await openNotices(w, request)).toBe(0)
      expect(await noticesOf(w, user)).toMatchObject([
        { partyId: null, kind: 'party.join-approved', subject: 'party', subjectId: party.partyId },
      ])
      expect((await mineOf(w, user))[0]).toMatchObject({ status: 'approved', reviewTime: expect.any(Date) })
      const logged = (await listPlatformLog(w.db)).filter(({ data }) => data.partyId === party.partyId)
      expect(logged.map(({ kind }) => kind)).toEqual(['party.join-requested', 'party.join-approved'])
      expect(await review(w, party.admin, party, request.id, 'reject')).toBe('party.request-not-found')
      expect((await ask(w, user, party)).error).toBe('party.already-member')
    })

    test('notifies an applicant whose join request was rejected, and accepts another request', {
      meta: { spec: 'roles.party-join-requests' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      const first = (await ask(w, user, party)).result
      expect(first.note).toBe('')
      expect(await review(w, party.admin, party, first.id, 'reject')).toBeUndefined()
      expect((await call(w, GetRole, {}, { user, party })).error).toBe('party.not-member')
      expect((await noticesOf(w, user)).map(({ kind }) => kind)).toEqual(['party.join-rejected'])
      expect(await openNotices(w, first)).toBe(0)
      const second = (await ask(w, user, party)).result
      expect((await mineOf(w, user)).map(({ status }) => status)).toEqual(['waiting', 'rejected'])
      expect((await listOf(w, party)).map(({ id }) => id)).toEqual([second.id, first.id])
    })

    test('allows only one pending join request per user and party', {
      meta: { spec: 'calls.party-join-requests' },
    }, async () => {
      const w = world()
      const [party, other] = [await buildParty(w), await buildParty(w)]
      const user = await buildUser(w)
      expect((await ask(w, user, party)).error).toBeUndefined()
      expect((await ask(w, user, party)).error).toBe('party.already-asked')
      expect((await ask(w, user, other)).error).toBeUndefined()
      expect((await ask(w, party.member, party)).error).toBe('party.already-member')
    })

    test('lists pending join requests first', async () => {
      const w = world()
      const party = await buildParty(w)
      const [waiting, decided] = [await buildUser(w), await buildUser(w)]
      const first = (await ask(w, waiting, party)).result
      const second = (await ask(w, decided, party)).result
      await review(w, party.admin, party, second.id, 'reject')
      expect((await listOf(w, party)).map(({ id }) => id)).toEqual([first.id, second.id])
    })

    test('lets only the applicant withdraw a join request, while it is pending', {
      meta: { spec: 'calls.party-join-requests' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const [user, other] = [await buildUser(w), await buildUser(w)]
      const { id } = (await ask(w, user, party)).result
      expect((await call(w, WithdrawJoinRequest, { id })).error).toBe('session.missing')
      expect(await withdraw(w, other, id)).toBe('party.request-not-found')
      expect(await withdraw(w, party.admin, id)).toBe('party.request-not-found')
      expect(await openNotices(w, { id })).toBe(1)
      expect(await withdraw(w, user, id)).toBeUndefined()
      expect(await withdraw(w, user, id)).toBe('party.request-not-found')
      expect(await openNotices(w, { id })).toBe(0)
      expect(await review(w, party.admin, party, id, 'approve')).toBe('party.request-not-found')
      expect((await call(w, GetRole, {}, { user, party })).error).toBe('party.not-member')
    })

    test('lets only administrators of the party decide a join request', {
      meta: { spec: 'roles.party-join-requests' },
    }, async () => {
      const w = world()
      const [party, other] = [await buildParty(w), await buildParty(w)]
      const user = await buildUser(w)
      const { id } = (await ask(w, user, party)).result
      const approve = { id, verdict: 'approve' } as const
      expect((await call(w, ReviewJoinRequest, approve)).error).toBe('session.missing')
      expect((await call(w, ReviewJoinRequest, approve, { user })).error).toBe('party.required')
      expect(await review(w, user, party, id, 'approve')).toBe('party.not-member')
      expect(await review(w, party.member, party, id, 'approve')).toBe('party.admin-only')
      expect(await review(w, other.admin, party, id, 'approve')).toBe('party.not-member')
      expect(await review(w, other.admin, other, id, 'approve')).toBe('party.request-not-found')
      expect(await review(w, party.admin, party, 'none', 'approve')).toBe('party.request-not-found')
      expect((await mineOf(w, user))[0]?.status).toBe('waiting')

      expect((await call(w, ListJoinRequests)).error).toBe('session.missing')
      expect((await call(w, ListJoinRequests, {}, { user })).error).toBe('party.required')
      expect((await call(w, ListJoinRequests, {}, { user: party.member, party })).error).toBe('party.admin-only')
      expect((await call(w, ListJoinRequests, {}, { user: other.admin, party })).error).toBe('party.not-member')
      expect(await listOf(w, other)).toEqual([])
      expect((await call(w, ListMyJoinRequests)).error).toBe('session.missing')
      expect(await mineOf(w, other.admin)).toEqual([])
    })

    test('refuses an invalid join request', async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      expect((await call(w, AskToJoin, { partyId: party.partyId })).error).toBe('session.missing')
      expect((await ask(w, user, { partyId: '999999998' })).error).toBe('party.not-found')
      expect((await ask(w, user, { partyId: '0' })).error).toBe('party.not-found')
      const long = await ask(w, user, party, 'x'.repeat(JOIN_NOTE_MAX + 1))
      expect([long.error, long.params]).toEqual(['party.note-long', { limit: JOIN_NOTE_MAX }])
      const url = `${w.settings.PREFIX}${AskToJoin.path}`
      const bad = await w.app.inject({ method: 'POST', url, headers: asUser(user), payload: { id: 'x', partyId: 'x' } })
      expect([bad.statusCode, bad.json().error]).toEqual([400, 'request.malformed'])
      expect((await ask(w, user, party, '字'.repeat(JOIN_NOTE_MAX))).error).toBeUndefined()
    })

    test('closes a pending join request if the user joins with a code', async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      const { id } = (await ask(w, user, party)).result
      const inviteCode = (await call(w, CreatePartyInvite, {}, { user: party.admin, party })).result
      expect((await call(w, JoinParty, { inviteCode }, { user })).error).toBeUndefined()
      expect(await openNotices(w, { id })).toBe(0)
      expect((await mineOf(w, user))[0]?.status).toBe('approved')
      expect(await review(w, party.admin, party, id, 'reject')).toBe('party.request-not-found')
    })

    test('neither lists nor approves the join request of a deleted account', async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      const { id } = (await ask(w, user, party)).result
      await w.db.update(users).set({ deleteTime: w.clock.now() }).where(eq(users.id, user.userId))
      expect(await listOf(w, party)).toEqual([])
      expect(await review(w, party.admin, party, id, 'approve')).toBe('party.request-not-found')
      expect(await w.db.$count(members, eq(members.userId, user.userId))).toBe(0)
      expect(await openNotices(w, { id })).toBe(1)
    })

    test('limits join requests to ten an hour per user, withdrawn or not, so that a user cannot flood administrators', {
      meta: { spec: 'calls.party-join-requests' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      for (let i = 0; i < 10; i++) await withdraw(w, user, (await ask(w, user, party)).result.id)
      expect((await ask(w, user, party)).error).toBe('request.too-many')
      expect(await noticesOf(w, party.admin)).toHaveLength(10)
      w.clock.advance(HOUR_MS)
      expect((await ask(w, user, party)).error).toBeUndefined()
    })
  },
  LOCAL,
)

describeOnOne('requests to join from one address', (world) => {
  test('limits join requests to ten an hour per address, for all users together', async () => {
    const w = world()
    const party = await buildParty(w)
    const errors: unknown[] = []
    for (let i = 0; i < 11; i++) errors.push((await ask(w, await buildUser(w), party)).error)
    expect(errors).toEqual([...Array(10).fill(undefined), 'request.too-many'])
    expect(await listOf(w, party)).toHaveLength(10)
  })
})

describeOn(
  'server',
  'requests to join at the same time',
  (world) => {
    test('creates one join request from five concurrent ones', async () => {
      const w = world()
      const party = await buildParty(w)
      const user = await buildUser(w)
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(w, user, party)))
      expect(answers.map(({ error }) => error).sort()).toEqual([...Array(4).fill('party.already-asked'), undefined])
      expect(await w.db.$count(notifications, eq(notifications.userId, party.admin.userId))).toBe(1)
    })

    test('accepts only one of three concurrent decisions: approval, rejection and withdrawal', {
      meta: { spec: 'calls.party-join-requests' },
    }, async () => {
      const w = world()
      for (let round = 0; round < 5; round++) {
        const party = await buildParty(w)
        const [second, user] = [await buildUser(w), await buildUser(w)]
        await addMember(w, party.partyId, second, 'admin')
        const { id } = (await ask(w, user, party)).result
        const errors = await Promise.all([
          review(w, party.admin, party, id, 'approve'),
          review(w, second, party, id, 'approve'),
          review(w, second, party, id, 'reject'),
          withdraw(w, user, id),
        ])
        expect(errors.filter((error) => error === undefined)).toHaveLength(1)
        const [decided] = await mineOf(w, user)
        const count = await w.db.$count(members, eq(members.userId, user.userId))
        expect(count).toBe(decided?.status === 'approved' ? 1 : 0)
        expect(await openNotices(w, { id })).toBe(0)
      }
    })

    test('creates one membership if a request is approved while the user joins with a code, and leaves no pending request', async () => {
      const w = world()
      for (let round = 0; round < 5; round++) {
        const party = await buildParty(w)
        const user = await buildUser(w)
        const inviteCode = (await call(w, CreatePartyInvite, {}, { user: party.admin, party })).result
        const { id } = (await ask(w, user, party)).result
        await Promise.all([review(w, party.admin, party, id, 'approve'), call(w, JoinParty, { inviteCode }, { user })])
        expect(await w.db.$count(members, eq(members.userId, user.userId))).toBe(1)
        const waiting = and(eq(joinRequests.userId, user.userId), eq(joinRequests.status, 'waiting'))
        expect(await w.db.$count(joinRequests, waiting)).toBe(0)
        expect(await openNotices(w, { id })).toBe(0)
      }
    })
  },
  LOCAL,
)
