import type { SocketMessage } from '@tessera/contract'
import { NotificationKind } from '@tessera/contract'
import { GetSocketTicket, ListNotifications, Logout, MarkNotificationRead } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { MINUTE_MS } from '../../lib/clock.ts'
import {
  addMember,
  buildParty,
  buildUser,
  call,
  describeOnBoth,
  type TestParty,
  type TestUser,
  type World,
} from '../../testing/index.ts'
import { type Notice, notify, pushRun } from './index.ts'
import { noticeText } from './texts.ts'

const ORIGIN = 'http://127.0.0.1:8080'

const notice = (party: TestParty, fields: Partial<Notice> = {}): Notice => ({
  partyIds: [party.partyId],
  kind: 'task.joined',
  params: { task: 'Breast cancer', party: 'North' },
  subject: 'task',
  subjectId: 't1',
  taskId: 't1',
  ...fields,
})

async function ticketOf(w: World, user: TestUser) {
  return (await call(w, GetSocketTicket, {}, { user })).result.ticket
}

function open(
  w: World,
  userId: string,
  ticket: string,
  origin = ORIGIN,
  prefix = w.settings.PREFIX,
): Promise<WebSocket> {
  const headers = { origin, 'sec-websocket-protocol': ticket }
  return w.app.injectWS(`${prefix}/websocket/${userId}`, { headers } as never)
}

const nextMessage = (socket: WebSocket) =>
  new Promise<SocketMessage>((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))

test.each(NotificationKind.options)('%s has a text in both languages', (kind) => {
  const params = { task: 'T1', party: 'P1', note: 'N1', code: 'run.timeout' }
  expect(noticeText('en', kind, params)).toContain('T1')
  expect(noticeText('cn', kind, params)).toMatch(/[\u4e00-\u9fff].*T1|T1.*[\u4e00-\u9fff]/)
  expect(noticeText('en', kind, params)).not.toMatch(/\{\{|[\u4e00-\u9fff]/)
})

describeOnBoth('notices', (world) => {
  test("reach the party's administrators and whom they name, in the reader's language", async () => {
    const w = world()
    const party = await buildParty(w)
    const bystander = await buildUser(w)
    await addMember(w, party.partyId, bystander)
    await w.db.transaction((tx) => notify(tx, w.deps, notice(party, { alsoUserIds: [party.member.userId] })))
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

  test('a failure says why, by the text of its code', async () => {
    const w = world()
    const party = await buildParty(w)
    const params = { task: 'T', code: 'grant.column-missing', column: 'chol' }
    await notify(w.db, w.deps, notice(party, { kind: 'run.failed', params }))
    const { records } = (await call(w, ListNotifications, {}, { user: party.admin, party })).result
    expect(records[0]?.text).toContain('has no column chol')
  })

  test('are read by their reader only', async () => {
    const w = world()
    const party = await buildParty(w)
    const registration = { kind: 'task.join-requested', subject: 'registration', subjectId: 'r1' } as const
    await notify(w.db, w.deps, notice(party, registration))
    const as = { user: party.admin, party }
    const [mine] = (await call(w, ListNotifications, {}, as)).result.records
    expect(mine?.category).toBe('3')
    const notificationId = mine?.id ?? ''
    const foreign = await call(w, MarkNotificationRead, { notificationId }, { user: party.member, party })
    expect(foreign.error).toBe('notification.not-found')
    expect((await call(w, MarkNotificationRead, { notificationId }, as)).error).toBeUndefined()
    expect((await call(w, ListNotifications, { isRead: 0 }, as)).result.total).toBe(0)
    expect((await call(w, ListNotifications, { isRead: 1 }, as)).result.total).toBe(1)
    expect((await call(w, ListNotifications, {}, { user: party.admin })).error).toBe('party.required')
  })
})

describeOnBoth('sockets', (world) => {
  test('say that there is a notice, and that a run moved, to members only', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const socket = await open(w, party.admin.userId, await ticketOf(w, party.admin))
    const stranger = await open(w, other.admin.userId, await ticketOf(w, other.admin), ORIGIN, '')
    const heard: SocketMessage[] = []
    stranger.on('message', (data) => heard.push(JSON.parse(String(data))))

    const first = nextMessage(socket)
    await notify(w.db, w.deps, notice(party))
    expect(await first).toEqual({ cmd: 'user' })
    const second = nextMessage(socket)
    await pushRun(w.db, w.deps, { taskId: 't1', seq: 7, partyIds: [party.partyId] })
    expect(await second).toEqual({ cmd: 'run', taskId: 't1', seq: 7 })
    const last = nextMessage(stranger)
    await pushRun(w.db, w.deps, { taskId: 't2', seq: 1, partyIds: [other.partyId] })
    await last
    expect(heard).toEqual([{ cmd: 'run', taskId: 't2', seq: 1 }])
    socket.terminate()
    stranger.terminate()
  })

  test('open once per ticket, within 30 s, for their own user, from the console', async () => {
    const w = world()
    const [user, other] = [await buildUser(w), await buildUser(w)]
    const used = await ticketOf(w, user)
    ;(await open(w, user.userId, used)).terminate()
    await expect(open(w, user.userId, used)).rejects.toThrow('401')
    await expect(open(w, user.userId, 'forged')).rejects.toThrow('401')
    await expect(open(w, other.userId, await ticketOf(w, user))).rejects.toThrow('401')
    await expect(open(w, user.userId, await ticketOf(w, user), 'https://evil.example')).rejects.toThrow('401')
    const late = await ticketOf(w, user)
    w.clock.advance(MINUTE_MS)
    await expect(open(w, user.userId, late)).rejects.toThrow('401')
  })

  test('close when their session is logged out', async () => {
    const w = world()
    const user = await buildUser(w)
    const socket = await open(w, user.userId, await ticketOf(w, user))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await call(w, Logout, {}, { user })
    expect(await closed).toBe(4401)
  })
})
