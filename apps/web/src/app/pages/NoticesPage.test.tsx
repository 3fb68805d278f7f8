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
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { openLive, socketToken } from '../../lib/testing-live.ts'
import { NoticesPage } from './NoticesPage.tsx'

const PER_PAGE = 20

function notice(n: number, change: Partial<Notification> = {}): Notification {
  return {
    ...{ id: `n${n}`, text: `Notice ${n}`, kind: 'run.completed', category: '1', subject: 'task', subjectId: 't1' },
    ...{ taskId: 't1', sendTime: new Date('2026-05-01T08:00:00Z'), isRead: false },
    ...change,
  } as Notification
}

/** A platform that keeps these notices, newest first. */
function world(notices: Notification[], announce: () => null = () => null) {
  let kept = notices
  let role: 'member' | 'admin' = 'member'
  const read = (wanted: (one: Notification) => boolean) => {
    kept = kept.map((one) => (wanted(one) ? { ...one, isRead: true } : one))
    return null
  }
  const server = fakeServer(
    socketToken,
    on(ListNotifications, ({ pageNo = 1, pageSize = 10, isRead }) => {
      const shown = kept.filter((one) => isRead === undefined || one.isRead === (isRead === 1))
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
    kept = [news, ...kept]
  }
  const asked = (path: string) => server.calls.filter((call) => call.path === path).map(({ input }) => input)
  const appoint = () => {
    role = 'admin'
  }
  return { asked, arrive, appoint }
}

/** As in the header, where the session is kept fresh. */
function FreshBell() {
  useFreshSession()
  return <NotificationBell />
}

const show = (path = '/notices') => renderPage(<NoticesPage />, { path, language: 'en' })
const page = () => screen.findByRole('region', { name: 'Notices' })

test('filter and page come from the address and go back there', async () => {
  logIn()
  const { asked } = world(Array.from({ length: 3 * PER_PAGE }, (_, n) => notice(n)))
  const { router } = show('/notices?show=unread&pageNo=2')
  expect(await screen.findByText(`Notice ${PER_PAGE}`)).toBeTruthy()
  expect(asked(ListNotifications.path)).toEqual([{ pageNo: 2, pageSize: PER_PAGE, isRead: 0 }])
  await userEvent.click(screen.getByTitle('3'))
  await waitFor(() => expect(router.state.location.search).toEqual({ show: 'unread', pageNo: '3' }))
  await userEvent.click(screen.getByText('All'))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByText('Notice 0')).toBeTruthy()
})

test('a page past the end leads to the last one', async () => {
  logIn()
  world([notice(1)])
  const { router } = show('/notices?pageNo=9')
  expect(await screen.findByText('Notice 1')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('all are marked as read at once; a request stays until it is decided', async () => {
  logIn()
  const request = { kind: 'task.join-requested', category: '3', subject: 'registration', subjectId: 'r1' } as const
  const { asked } = world([notice(1), notice(2, { ...request, text: 'South asks to join' })])
  show()
  await userEvent.click(await screen.findByRole('button', { name: /Mark all as read/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Mark all as read/ })).toBeNull())
  expect(asked(MarkAllNotificationsRead.path)).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())
  expect(asked(ReviewApplication.path)).toEqual([{ registrationId: 'r1', verdict: 'approve' }])
  expect(screen.getByText('South asks to join')).toBeTruthy()
})

test('a request to join the party is decided where it stands', async () => {
  logIn()
  const request = { kind: 'party.join-requested', category: '3', subject: 'join-request', subjectId: 'j7' } as const
  const { asked } = world([notice(1, { ...request, taskId: null })])
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(asked(ReviewJoinRequest.path)).toEqual([{ id: 'j7', verdict: 'reject' }]))
})

test.each([
  ['its task', notice(1), 'Open the task', '/mytask/mytaskDetail?id=t1'],
  ['the edge', notice(1, { kind: 'edge.lost', taskId: null }), 'Look at the party', '/party?tab=edge'],
])('a notice leads to %s and is read by that', async (_where, one, button, path) => {
  logIn()
  const { asked } = world([one])
  const { router } = show()
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(router.state.location.href).toBe(path))
  await waitFor(() => expect(asked(MarkNotificationRead.path)).toEqual([{ notificationId: 'n1' }]))
})

test('what arrives meanwhile is there without reloading', async () => {
  logIn()
  const server = world([notice(1)])
  const tell = await openLive()
  renderPage(
    <>
      <NotificationBell />
      <NoticesPage />
    </>,
    { path: '/notices', language: 'en' },
  )
  expect(await within(await page()).findByText('Notice 1')).toBeTruthy()
  server.arrive(notice(2))
  tell({ cmd: 'user' })
  expect(await within(await page()).findByText('Notice 2')).toBeTruthy()
})

test('who was given another role has it without reloading', async () => {
  logIn({ role: 'member' })
  const server = world([notice(1)])
  const tell = await openLive()
  renderPage(<FreshBell />, { language: 'en' })
  await screen.findByRole('button', { name: 'Notices, 1 unread' })
  expect(getSession().role).toBe('member')
  server.appoint()
  server.arrive(notice(2, { kind: 'party.role-changed', subject: 'party', taskId: null, sendTime: new Date() }))
  tell({ cmd: 'user' })
  await waitFor(() => expect(getSession().role).toBe('admin'))
})

test.each([
  ['a member', {}, 'What happens in your tasks and your party'],
  ['a tourist', { party: null, role: 'tourist' } as const, 'Answers to your requests to join a party'],
])('an empty list tells %s what belongs there', async (_who, session, reason) => {
  logIn(session)
  world([])
  show()
  expect(await screen.findByText('No notices yet.')).toBeTruthy()
  expect(screen.getByText(new RegExp(reason))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Mark all as read/ })).toBeNull()
})

test('an administrator announces; what was typed survives a refusal', async () => {
  logIn()
  let isOpen = false
  const { asked } = world([], () => {
    if (!isOpen) throw new AppError('request.too-many')
    return null
  })
  show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /Announce/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Announce' })
  const field = within(dialog).getByLabelText('What all members of your party should know') as HTMLTextAreaElement
  expect(field.maxLength).toBe(ANNOUNCEMENT_MAX)
  await user.click(within(dialog).getByRole('button', { name: 'Send to all members' }))
  expect(await within(dialog).findByText('Write what you want to say.')).toBeTruthy()

  await fill(field, 'Closed on Sunday')
  await user.click(within(dialog).getByRole('button', { name: 'Send to all members' }))
  expect(await within(dialog).findByText(/Too many requests/)).toBeTruthy()
  expect(field.value).toBe('Closed on Sunday')
  isOpen = true
  await user.click(within(dialog).getByRole('button', { name: 'Send to all members' }))
  expect(await screen.findByText('All members have been told.')).toBeTruthy()
  expect(asked(SendAnnouncement.path)).toEqual([{ text: 'Closed on Sunday' }, { text: 'Closed on Sunday' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an ordinary member does not announce', async () => {
  const abilities = { edit: false, invite: false, enrolEdge: false, appoint: false, announce: false }
  logIn({ party: testParty({ abilities }), role: 'member' })
  world([])
  show()
  await screen.findByText('No notices yet.')
  expect(screen.queryByRole('button', { name: /Announce/ })).toBeNull()
})
