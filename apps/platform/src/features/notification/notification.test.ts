import type { SocketMessage } from '@tessera/contract'
import { ANNOUNCEMENT_MAX, NotificationKind } from '@tessera/contract'
import {
  GetSocketToken,
  ListNotifications,
  Logout,
  MarkAllNotificationsRead,
  MarkNotificationRead,
  SendAnnouncement,
} from '@tessera/contract/wire'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { notifications } from '../../db/table.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { pushRun } from '../../lib/live.ts'
import { closeRequest, notifyUser } from '../../lib/notices.ts'
import {
  addMember,
  buildParty,
  buildUser,
  call,
  describeOnOne,
  type TestParty,
  type TestUser,
  type World,
} from '../../testing/index.ts'
import { users } from '../account/index.ts'
import { notifyParties, type PartyNotice, partyNames } from '../party/index.ts'
import { announceToAll, forgetOldNotices } from './index.ts'
import { noticeText } from './texts.ts'

const ORIGIN = 'http://127.0.0.1:8080'

const notice = (party: TestParty, fields: Partial<PartyNotice> = {}): PartyNotice => ({
  partyIds: [party.partyId],
  kind: 'task.joined',
  params: { task: 'Breast cancer', party: 'North' },
  subject: 'task',
  subjectId: 't1',
  taskId: 't1',
  ...fields,
})

async function tokenOf(w: World, user: TestUser) {
  return (await call(w, GetSocketToken, {}, { user })).result.token
}

function open(
  w: World,
  userId: string,
  token: string,
  origin = ORIGIN,
  prefix = w.settings.PREFIX,
): Promise<WebSocket> {
  const headers = { origin, 'sec-websocket-protocol': token }
  return w.app.injectWS(`${prefix}/websocket/${userId}`, { headers } as never)
}

/** A personal notice, which tells a user that their request to join a party was approved. */
const personal = (user: TestUser, party = 'North') => ({
  ...({ kind: 'party.join-approved', subject: 'party', subjectId: 'p1' } as const),
  userId: user.userId,
  params: { party },
})

const nextMessage = (socket: WebSocket) =>
  new Promise<SocketMessage>((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))

test.each(NotificationKind.options)('has a text in both languages for the notice %s', (kind) => {
  const params = { task: 'T1', party: 'P1', person: 'U1', text: 'X1', note: 'N1', code: 'run.timeout' }
  expect(noticeText('en', kind, params)).toMatch(/T1|P1|X1/)
  expect(noticeText('cn', kind, params)).toMatch(/[\u4e00-\u9fff].*(T1|P1|X1)|(T1|P1).*[\u4e00-\u9fff]/)
  expect(noticeText('en', kind, params)).not.toMatch(/\{\{|[\u4e00-\u9fff]/)
})

test('names a party in the reader’s language, even in a notice from version 2.6', () => {
  const names = partyNames({ name: '北方医院', nameEn: 'North Hospital' })
  expect(noticeText('en', 'edge.lost', names)).toContain('“North Hospital”')
  expect(noticeText('cn', 'edge.lost', names)).toContain('“北方医院”')
  const older = { party: '北方医院', partyEn: 'North Hospital' }
  expect(noticeText('en', 'edge.lost', older)).toContain('“North Hospital”')
  expect(noticeText('cn', 'edge.lost', older)).toContain('“北方医院”')
})

describeOnOne('notices', (world) => {
  test('sends notices to the party’s administrators and named users, in the reader’s language', {
    meta: { spec: 'entities.notification' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const bystander = await buildUser(w)
    await addMember(w, party.partyId, bystander)
    await w.db.transaction((tx) => notifyParties(tx, w.deps, notice(party, { alsoUserIds: [party.member.userId] })))
    const listOf = async (user: TestUser) => (await call(w, ListNotifications, { isRead: 0 }, { user, party })).result
    expect((await listOf(party.admin)).records[0]).toMatchObject({
      text: 'North has joined the task “Breast cancer”.',
      kind: 'task.joined',
      subject: 'task',
      subjectId: 't1',
      isRead: false,
    })
    expect([(await listOf(party.member)).total, (await listOf(bystander)).total]).toEqual([1, 0])
  })

  test('does not send notices to named users who have left the party', async () => {
    const w = world()
    const party = await buildParty(w)
    const gone = await buildUser(w)
    await notifyParties(w.db, w.deps, notice(party, { alsoUserIds: [gone.userId, party.member.userId] }))
    const notices = await w.db.select().from(notifications).where(eq(notifications.partyId, party.partyId))
    expect(notices.map(({ userId }) => userId).toSorted()).toEqual([party.admin.userId, party.member.userId].toSorted())
  })

  test('states the cause of a failure with the text of its error code in a notice', async () => {
    const w = world()
    const party = await buildParty(w)
    const params = { task: 'T', code: 'grant.column-missing', column: 'chol' }
    await notifyParties(w.db, w.deps, notice(party, { kind: 'run.failed', params }))
    const { records } = (await call(w, ListNotifications, {}, { user: party.admin, party })).result
    expect(records[0]?.text).toContain('has no column chol')
  })

  test.each([
    ['en', /failed: South Hospital: This party has withdrawn/],
    ['cn', /失败：南方医院：该机构已撤回/],
  ] as const)('names the party where a failure happened in a notice, for every reader (%s)', (language, text) => {
    const at = { code: 'grant.withdrawn', at: { cn: '南方医院', en: 'South Hospital' } }
    expect(noticeText(language, 'run.failed', { task: 'T', ...at })).toMatch(text)
  })

  test('shows a notice only to its reader', {
    meta: {
      spec: ['calls.sys/annountCement/listByUserAndParty', 'calls.sys/sysAnnouncementSend/editByAnntIdAndUserId'],
    },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const registration = { kind: 'task.join-requested', subject: 'registration', subjectId: 'r1' } as const
    await notifyParties(w.db, w.deps, notice(party, registration))
    const as = { user: party.admin, party }
    const [mine] = (await call(w, ListNotifications, {}, as)).result.records
    expect(mine?.category).toBe('3')
    const notificationId = mine?.id ?? ''
    const foreign = await call(w, MarkNotificationRead, { notificationId }, { user: party.member, party })
    expect(foreign.error).toBe('notification.not-found')
    expect((await call(w, MarkNotificationRead, { notificationId }, as)).error).toBeUndefined()
    expect((await call(w, ListNotifications, { isRead: 0 }, as)).result.total).toBe(0)
    expect((await call(w, ListNotifications, { isRead: 1 }, as)).result.total).toBe(1)
  })

  test('shows personal notices while the user acts for any party, and shows a tourist only personal notices', {
    meta: { spec: 'calls.sys/annountCement/listByUserAndParty' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    await addMember(w, other.partyId, party.admin)
    await notifyParties(w.db, w.deps, notice(party))
    await w.db.transaction((tx) => notifyUser(tx, w.deps, personal(party.admin)))
    const kinds = async (as: { user: TestUser; party?: TestParty }) =>
      (await call(w, ListNotifications, {}, as)).result.records.map(({ kind }) => kind)
    expect(await kinds({ user: party.admin, party })).toEqual(['party.join-approved', 'task.joined'])
    expect(await kinds({ user: party.admin, party: other })).toEqual(['party.join-approved'])
    expect(await kinds({ user: party.admin })).toEqual(['party.join-approved'])
    expect(await kinds({ user: party.member, party })).toEqual([])
    expect((await call(w, ListNotifications, {}, { user: other.member, party })).error).toBe('party.not-member')

    const [own] = (await call(w, ListNotifications, {}, { user: party.admin })).result.records
    const notificationId = own?.id ?? ''
    const foreign = await call(w, MarkNotificationRead, { notificationId }, { user: other.admin })
    expect(foreign.error).toBe('notification.not-found')
    expect((await call(w, MarkNotificationRead, { notificationId }, { user: party.admin })).error).toBeUndefined()
    expect((await call(w, ListNotifications, { isRead: 0 }, { user: party.admin })).result.total).toBe(0)
  })

  test('does not let a tourist mark a party’s notices as read', {
    meta: { spec: 'calls.sys/sysAnnouncementSend/editByAnntIdAndUserId' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    await notifyParties(w.db, w.deps, notice(party))
    const [mine] = (await call(w, ListNotifications, {}, { user: party.admin, party })).result.records
    const asTourist = await call(w, MarkNotificationRead, { notificationId: mine?.id ?? '' }, { user: party.admin })
    expect(asTourist.error).toBe('notification.not-found')
  })

  test('marks all notices of the current party as read at once, except requests that wait for a decision', {
    meta: { spec: 'calls.sys/sysAnnouncementSend/editByAnntIdAndUserId' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    await addMember(w, other.partyId, party.admin, 'admin')
    const request = { kind: 'party.join-requested', subject: 'join-request', subjectId: 'j1' } as const
    await notifyParties(w.db, w.deps, notice(party))
    await notifyParties(
      w.db,
      w.deps,
      notice(party, { kind: 'task.join-requested', subject: 'registration', subjectId: 'r9' }),
    )
    await notifyParties(w.db, w.deps, notice(party, request))
    await notifyParties(w.db, w.deps, notice(other))
    await notifyUser(w.db, w.deps, personal(party.admin))

    expect((await call(w, MarkAllNotificationsRead, {}, { user: party.admin, party })).error).toBeUndefined()
    const unread = async (user: TestUser, of: TestParty) =>
      (await call(w, ListNotifications, { isRead: 0 }, { user, party: of })).result.records
    const left = await unread(party.admin, party)
    expect(left.map(({ kind, category, subjectId }) => [kind, category, subjectId])).toEqual([
      ['party.join-requested', '3', 'j1'],
      ['task.join-requested', '3', 'r9'],
    ])
    expect(await unread(party.admin, other)).toHaveLength(1)
    expect(await unread(other.admin, other)).toHaveLength(1)
    await closeRequest(w.db, w.deps, 'j1')
    await closeRequest(w.db, w.deps, 'r9')
    expect(await unread(party.admin, party)).toEqual([])
  })

  test('deletes notices 90 days after they were read, or unread after 180 days', {
    meta: { spec: 'calls.sys/annountCement/listByUserAndParty' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const days = (count: number) => new Date(w.clock.now().getTime() - count * DAY_MS)
    const ages: [string, Date, Date | null][] = [
      ['read long ago', days(100), days(91)],
      ['old, read recently', days(200), days(89)],
      ['unread and old', days(181), null],
      ['unread', days(179), null],
    ]
    for (const [subjectId, sendTime, readTime] of ages) {
      await notifyParties(w.db, w.deps, notice(party, { subjectId }))
      const mine = and(eq(notifications.subjectId, subjectId), eq(notifications.userId, party.admin.userId))
      await w.db.update(notifications).set({ sendTime, readTime }).where(mine)
    }
    await forgetOldNotices(w.deps)
    const { records } = (await call(w, ListNotifications, {}, { user: party.admin, party })).result
    expect(records.map(({ subjectId }) => subjectId)).toEqual(['unread', 'old, read recently'])
  })
})

describeOnOne('announcements', (world) => {
  const newest = async (w: World, user: TestUser, party?: TestParty) =>
    (await call(w, ListNotifications, {}, { user, ...(party ? { party } : {}) })).result.records[0]

  test('sends an administrator’s announcement to all members of the party and to no other users', {
    meta: { spec: 'calls.sys/api/sendSysAnnouncement' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w, { nameEn: 'North' }), await buildParty(w)]
    const sent = await call(w, SendAnnouncement, { text: ' Meeting at {{party}} ' }, { user: party.admin, party })
    expect(sent.error).toBeUndefined()
    for (const user of [party.admin, party.member]) {
      expect(await newest(w, user, party)).toMatchObject({
        kind: 'party.announcement',
        text: 'From “North”: Meeting at {{party}}',
        subject: 'party',
        subjectId: party.partyId,
      })
    }
    expect(await newest(w, other.admin, other)).toBeUndefined()
  })

  test('lets only the party’s own administrators send announcements', {
    meta: { spec: 'calls.sys/api/sendSysAnnouncement' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const refused = async (user: TestUser, of?: TestParty) =>
      (await call(w, SendAnnouncement, { text: 'x' }, { user, ...(of ? { party: of } : {}) })).error
    expect(await refused(party.member, party)).toBe('party.admin-only')
    expect(await refused(other.admin, party)).toBe('party.not-member')
    expect(await refused(party.admin)).toBe('party.required')
    expect(await newest(w, party.member, party)).toBeUndefined()
  })

  test.each([
    ['an empty text', ' \n'],
    ['a text that is too long', 'x'.repeat(ANNOUNCEMENT_MAX + 1)],
  ])('refuses an announcement with %s', async (_what, text) => {
    const w = world()
    const party = await buildParty(w)
    const sent = await call(w, SendAnnouncement, { text }, { user: party.admin, party })
    expect([sent.error, sent.params]).toEqual(['notification.announcement-invalid', { limit: ANNOUNCEMENT_MAX }])
    expect(await newest(w, party.member, party)).toBeUndefined()
  })

  test('limits announcements to ten an hour per party, over all of its administrators', {
    meta: { spec: 'calls.sys/api/sendSysAnnouncement' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const second = await buildUser(w)
    await addMember(w, party.partyId, second, 'admin')
    const send = async (user: TestUser) => (await call(w, SendAnnouncement, { text: 'hear' }, { user, party })).error
    for (let n = 0; n < 10; n++) expect(await send(n % 2 ? second : party.admin)).toBeUndefined()
    expect([await send(party.admin), await send(second)]).toEqual(['request.too-many', 'request.too-many'])
    w.clock.advance(HOUR_MS)
    expect(await send(second)).toBeUndefined()
  })

  test('sends the operator’s announcement to all users, including tourists, once each, in batches', {
    meta: { spec: 'calls.sys/api/sendSysAnnouncement' },
  }, async () => {
    const w = world()
    const tourist = await buildUser(w)
    const gone = await buildUser(w, { deleteTime: w.clock.now() })
    const many = Array.from({ length: 1_100 }, (_, n) => `crowd-${n}-${tourist.userId}`)
    const row = { displayName: '', passwordHash: '', createTime: w.clock.now() }
    await w.db.insert(users).values(many.map((id) => ({ id, username: id, usernameKey: id, ...row })))
    const everybody = await w.db.$count(users)

    expect(await announceToAll(w.deps, 'Closed on Sunday.')).toBe(everybody - 1)
    expect(await newest(w, tourist)).toMatchObject({ text: 'From the operator: Closed on Sunday.', subject: 'system' })
    const toOne = (userId: string) =>
      w.db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.kind, 'system.announcement')))
    expect(await Promise.all([many[0], many.at(-1), gone.userId].map((id) => toOne(id ?? '')))).toEqual([1, 1, 0])
    await expect(announceToAll(w.deps, ' ')).rejects.toMatchObject({ code: 'notification.announcement-invalid' })
  })
})

describeOnOne('sockets', (world) => {
  test('pushes notices and the progress of runs to members only', {
    meta: { spec: 'states.push-notices' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const socket = await open(w, party.admin.userId, await tokenOf(w, party.admin))
    const stranger = await open(w, other.admin.userId, await tokenOf(w, other.admin), ORIGIN, '')
    const received: SocketMessage[] = []
    stranger.on('message', (data) => received.push(JSON.parse(String(data))))

    const first = nextMessage(socket)
    await notifyParties(w.db, w.deps, notice(party))
    expect(await first).toEqual({ cmd: 'user' })
    const second = nextMessage(socket)
    await pushRun(w.db, w.deps, { taskId: 't1', seq: 7, partyIds: [party.partyId] })
    expect(await second).toEqual({ cmd: 'run', taskId: 't1', seq: 7 })
    const last = nextMessage(stranger)
    await pushRun(w.db, w.deps, { taskId: 't2', seq: 1, partyIds: [other.partyId] })
    await last
    expect(received).toEqual([{ cmd: 'run', taskId: 't2', seq: 1 }])
    socket.terminate()
    stranger.terminate()
  })

  test('opens a socket once per token, within 30 s, only for the token’s user and only from the console', {
    meta: { spec: 'calls.notification-websocket' },
  }, async () => {
    const w = world()
    const [user, other] = [await buildUser(w), await buildUser(w)]
    const used = await tokenOf(w, user)
    ;(await open(w, user.userId, used)).terminate()
    await expect(open(w, user.userId, used)).rejects.toThrow('401')
    await expect(open(w, user.userId, 'forged')).rejects.toThrow('401')
    await expect(open(w, other.userId, await tokenOf(w, user))).rejects.toThrow('401')
    await expect(open(w, user.userId, await tokenOf(w, user), 'https://evil.example')).rejects.toThrow('401')
    const late = await tokenOf(w, user)
    w.clock.advance(MINUTE_MS)
    await expect(open(w, user.userId, late)).rejects.toThrow('401')
  })

  test('closes the sockets of a session that is logged out', async () => {
    const w = world()
    const user = await buildUser(w)
    const socket = await open(w, user.userId, await tokenOf(w, user))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await call(w, Logout, {}, { user })
    expect(await closed).toBe(4401)
  })
})
