import type { Notification } from '@tessera/contract'
import { ListNotifications, MarkNotificationRead, ReviewApplication } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { NotificationBell } from './NotificationBell.tsx'

function notice(change: Partial<Notification>): Notification {
  return {
    id: 'n1',
    text: '中心医院申请加入任务',
    kind: 'task.join-requested',
    category: '3',
    subject: 'registration',
    subjectId: 'r7',
    taskId: 't1',
    sendTime: new Date(),
    isRead: false,
    ...change,
  }
}

function world(notices: Notification[]) {
  let unread = notices
  return fakeServer(
    on(ListNotifications, ({ pageSize = 10 }) => ({
      records: unread.slice(0, pageSize),
      total: unread.length,
      size: pageSize,
      current: 1,
      pages: 1,
    })),
    on(ReviewApplication, () => null),
    on(MarkNotificationRead, ({ notificationId }) => {
      unread = unread.filter(({ id }) => id !== notificationId)
      return null
    }),
  )
}

const asked = (server: ReturnType<typeof fakeServer>, path: string) =>
  server.calls.filter((call) => call.path === path).map(({ input }) => input)

test('a join request is approved in place, by its registration, then marked read', async () => {
  logIn()
  const server = world([notice({})])
  renderPage(<NotificationBell />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
  await user.click(await screen.findByRole('button', { name: '同意' }))

  await waitFor(() => expect(asked(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n1' }]))
  expect(asked(server, ReviewApplication.path)).toEqual([{ registrationId: 'r7', verdict: 'approve' }])
  expect(await screen.findByText('没有新通知。')).toBeTruthy()
})

test('opening the task of a request leaves it unread; of another notice marks it', async () => {
  logIn()
  const server = world([notice({}), notice({ id: 'n2', category: '1', subject: 'task', text: '训练完成' })])
  const { router } = renderPage(<NotificationBell />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '通知，2 条未读' }))
  const [ofRequest] = await screen.findAllByRole('button', { name: '打开任务' })
  await user.click(ofRequest as HTMLElement)
  await waitFor(() => expect(router.state.location.href).toBe('/mytask/mytaskDetail?id=t1'))
  expect(asked(server, MarkNotificationRead.path)).toEqual([])

  await user.click(screen.getByRole('button', { name: /通知/ }))
  const buttons = await screen.findAllByRole('button', { name: '打开任务' })
  await user.click(buttons[1] as HTMLElement)
  await waitFor(() => expect(asked(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n2' }]))
})

test('a tourist has no bell', () => {
  logIn({ party: null, role: 'tourist' })
  fakeServer()
  renderPage(<NotificationBell />)
  expect(screen.queryByRole('button')).toBeNull()
})
