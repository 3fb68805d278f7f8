import { ANNOUNCEMENT_MAX, AppError, type Notification } from '@tessera/contract'
import {
  GetRole,
  ListMyParties,
  ListNotifications,
  MarkAllNotificationsRead,
  MarkNotificationRead,
  ReviewApplication,
  ReviewJoinRequest,
  SendAnnouncement,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useFreshSession } from '../../features/account/index.ts'
import { NotificationBell } from '../../features/notification/index.ts'
import { getSession } from '../../lib/session.ts'
import { openLive, socketToken } from '../../testing/live.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { NoticesPage } from './NoticesPage.tsx'

const PER_PAGE = 20

function notice(n: number, change: Partial<Notification> = {}): Notification {
  return {
    id: `n${n}`,
    text: `Notice ${n}`,
    kind: 'run.completed',
    category: '1',
    subject: 'task',
    subjectId: 't1',
    taskId: 't1',
    sendTime: new Date('2026-05-01T08:00:00Z'),
    isRead: false,
    ...change,
  } as Notification
}

/** A fake platform that stores these notifications, newest first. */
function serve(notices: Notification[], announce: () => null = () => null) {
  let stored = notices
  let role: 'member' | 'admin' = 'member'
  const read = (wanted: (one: Notification) => boolean) => {
    stored = stored.map((one) => (wanted(one) ? { ...one, isRead: true } : one))
    return null
  }
  const server = fakeServer(
    socketToken,
    on(ListNotifications, ({ pageNo = 1, pageSize = 10, isRead }) => {
      const shown = stored.filter((one) => isRead === undefined || one.isRead === (isRead === 1))
      const records = shown.slice((pageNo - 1) * pageSize, pageNo * pageSize)
      return { records, total: shown.length, size: pageSize, current: pageNo, pages: 1 }
    }),
    on(MarkNotificationRead, ({ notificationId }) => read(({ id }) => id === notificationId)),
    on(MarkAllNotificationsRead, () => read(({ category }) => category !== '3')),
    on(ReviewApplication, () => null),
    on(ReviewJoinRequest, () => null),
    on(SendAnnouncement, announce),
    on(ListMyParties, () => [testParty()]),
    on(GetRole, () => ({ role, isSuperAdmin: false, orgCode: 'A01' })),
  )
  const arrive = (news: Notification) => {
    stored = [news, ...stored]
  }
  const inputsOf = (path: string) => server.calls.filter((call) => call.path === path).map(({ input }) => input)
  const appoint = () => {
    role = 'admin'
  }
  return { inputsOf, arrive, appoint }
}

/** Simulates the page's header, which refreshes the session. */
function FreshBell() {
  useFreshSession()
  return <NotificationBell />
}

const show = (path = '/notices') => renderPage(<NoticesPage />, { path, language: 'en' })
const page = () => screen.findByRole('region', { name: 'Notifications' })

test('stores the filter and the page number of notices in the address', {
  meta: { spec: 'screens.header-notifications' },
}, async () => {
  logIn()
  const { inputsOf } = serve(Array.from({ length: 3 * PER_PAGE }, (_, n) => notice(n)))
  const { router } = show('/notices?show=unread&pageNo=2')
  expect(await screen.findByText(`Notice ${PER_PAGE}`)).toBeTruthy()
  expect(inputsOf(ListNotifications.path)).toEqual([{ pageNo: 2, pageSize: PER_PAGE, isRead: 0 }])
  await userEvent.click(screen.getByTitle('3'))
  await waitFor(() => expect(router.state.location.search).toEqual({ show: 'unread', pageNo: '3' }))
  await userEvent.click(screen.getByText('All'))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByText('Notice 0')).toBeTruthy()
})

test('shows the last page if the page number in the address is too high', async () => {
  logIn()
  serve([notice(1)])
  const { router } = show('/notices?pageNo=9')
  expect(await screen.findByText('Notice 1')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('marks all notices as read with one call, except requests that wait for a decision', {
  meta: { spec: 'screens.header-notifications' },
}, async () => {
  logIn()
  const request = { kind: 'task.join-requested', category: '3', subject: 'registration', subjectId: 'r1' } as const
  const { inputsOf } = serve([notice(1), notice(2, { ...request, text: 'South asks to join' })])
  show()
  await userEvent.click(await screen.findByRole('button', { name: /Mark all as read/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Mark all as read/ })).toBeNull())
  expect(inputsOf(MarkAllNotificationsRead.path)).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())
  expect(inputsOf(ReviewApplication.path)).toEqual([{ registrationId: 'r1', verdict: 'approve' }])
  expect(screen.getByText('South asks to join')).toBeTruthy()
})

test('decides a request to join the party in the list of notices', async () => {
  logIn()
  const request = { kind: 'party.join-requested', category: '3', subject: 'join-request', subjectId: 'j7' } as const
  const { inputsOf } = serve([notice(1, { ...request, taskId: null })])
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(inputsOf(ReviewJoinRequest.path)).toEqual([{ id: 'j7', verdict: 'reject' }]))
})

test.each([
  ['its task', notice(1), 'Open task', '/mytask/mytaskDetail?id=t1'],
  ['the edge', notice(1, { kind: 'edge.lost', taskId: null }), 'Open party', '/party?tab=edge'],
])('opens %s from a notification and marks it as read', async (_where, one, button, path) => {
  logIn()
  const { inputsOf } = serve([one])
  const { router } = show()
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(router.state.location.href).toBe(path))
  await waitFor(() => expect(inputsOf(MarkNotificationRead.path)).toEqual([{ notificationId: 'n1' }]))
})

test('shows a new notification without a reload of the page', async () => {
  logIn()
  const server = serve([notice(1)])
  const notify = await openLive()
  renderPage(
    <>
      <NotificationBell />
      <NoticesPage />
    </>,
    { path: '/notices', language: 'en' },
  )
  expect(await within(await page()).findByText('Notice 1')).toBeTruthy()
  server.arrive(notice(2))
  notify({ cmd: 'user' })
  expect(await within(await page()).findByText('Notice 2')).toBeTruthy()
})

test('applies a user’s new role without a reload of the page', async () => {
  logIn({ role: 'member' })
  const server = serve([notice(1)])
  const notify = await openLive()
  renderPage(<FreshBell />, { language: 'en' })
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  expect(getSession().role).toBe('member')
  server.appoint()
  server.arrive(notice(2, { kind: 'party.role-changed', subject: 'party', taskId: null, sendTime: new Date() }))
  notify({ cmd: 'user' })
  await waitFor(() => expect(getSession().role).toBe('admin'))
})

test.each([
  ['a member', {}, 'Events in your tasks and your party.* appear here'],
  ['a tourist', { party: null, role: 'tourist' } as const, 'Answers to your requests to join a party'],
])('explains to %s what will appear in an empty list', async (_who, session, reason) => {
  logIn(session)
  serve([])
  show()
  expect(await screen.findByText('No notifications yet.')).toBeTruthy()
  expect(screen.getByText(new RegExp(reason))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Mark all as read/ })).toBeNull()
})

test('sends an administrator’s announcement, and keeps the input if it is refused', {
  meta: { spec: 'calls.sys/api/sendSysAnnouncement' },
}, async () => {
  logIn()
  let isOpen = false
  const { inputsOf } = serve([], () => {
    if (!isOpen) throw new AppError('request.too-many')
    return null
  })
  show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /Announce/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Announce' })
  const field = within(dialog).getByLabelText('Message to all members of your party') as HTMLTextAreaElement
  expect(field.maxLength).toBe(ANNOUNCEMENT_MAX)
  await user.click(within(dialog).getByRole('button', { name: 'Send to all members' }))
  expect(await within(dialog).findByText('Enter a message.')).toBeTruthy()

  await fill(field, 'Closed on Sunday')
  await user.click(within(dialog).getByRole('button', { name: 'Send to all members' }))
  expect(await within(dialog).findByText(/Too many requests/)).toBeTruthy()
  expect(field.value).toBe('Closed on Sunday')
  isOpen = true
  await user.click(within(dialog).getByRole('button', { name: 'Send to all members' }))
  expect(await screen.findByText('Sent to all members.')).toBeTruthy()
  expect(inputsOf(SendAnnouncement.path)).toEqual([{ text: 'Closed on Sunday' }, { text: 'Closed on Sunday' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('offers no announcement to a member who may not send one', async () => {
  const abilities = { edit: false, invite: false, enrolEdge: false, appoint: false, announce: false }
  logIn({ party: testParty({ abilities }), role: 'member' })
  serve([])
  show()
  await screen.findByText('No notifications yet.')
  expect(screen.queryByRole('button', { name: /Announce/ })).toBeNull()
})
