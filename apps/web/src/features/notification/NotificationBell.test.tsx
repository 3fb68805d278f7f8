import { AppError, type ErrorCode, type Notification } from '@tessera/contract'
import { ListNotifications, MarkNotificationRead, ReviewApplication, ReviewJoinRequest } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openLive, socketToken } from '../../testing/live.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
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

function world(notices: Notification[], decide: () => null = () => null) {
  let unread = notices
  const server = fakeServer(
    socketToken,
    on(ListNotifications, ({ pageSize = 10 }) => ({
      records: unread.slice(0, pageSize),
      total: unread.length,
      size: pageSize,
      current: 1,
      pages: 1,
    })),
    on(ReviewApplication, decide),
    on(ReviewJoinRequest, decide),
    on(MarkNotificationRead, ({ notificationId }) => {
      unread = unread.filter(({ id }) => id !== notificationId)
      return null
    }),
  )
  const arrive = (news: Notification) => {
    unread = [news, ...unread]
  }
  return { ...server, arrive }
}

const inputsOf = (server: ReturnType<typeof world>, path: string) =>
  server.calls.filter((call) => call.path === path).map(({ input }) => input)

test('approves a join request in the list of notices, then marks it as read', {
  meta: { spec: 'screens.header-notifications' },
}, async () => {
  logIn()
  const server = world([notice({})])
  renderPage(<NotificationBell />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
  await user.click(await screen.findByRole('button', { name: '同意' }))

  await waitFor(() => expect(inputsOf(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n1' }]))
  expect(inputsOf(server, ReviewApplication.path)).toEqual([{ registrationId: 'r7', verdict: 'approve' }])
  expect(await screen.findByText('没有新通知。')).toBeTruthy()
})

test.each([
  ['decided by somebody else', 'registration.decided', '该申请已处理。'],
  ['withdrawn', 'registration.not-found', '该报名记录不存在。'],
] as [string, ErrorCode, string][])(
  'reports that a join request was %s meanwhile and removes it from the list',
  { meta: { spec: 'screens.header-notifications' } },
  async (_how, code, text) => {
    logIn()
    const server = world([notice({})], () => {
      throw new AppError(code)
    })
    renderPage(<NotificationBell />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
    await user.click(await screen.findByRole('button', { name: '拒绝' }))

    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() => expect(inputsOf(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n1' }]))
    expect(await screen.findByText('没有新通知。')).toBeTruthy()
  },
)

test('keeps a join request in the list if the error may be temporary', async () => {
  logIn()
  const server = world([notice({})], () => {
    throw new AppError('task.not-allowed')
  })
  renderPage(<NotificationBell />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
  await user.click(await screen.findByRole('button', { name: '同意' }))

  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: '同意' })).toBeTruthy()
  expect(inputsOf(server, MarkNotificationRead.path)).toEqual([])
})

test('announces a new notice once, with a link, but not earlier notices', {
  meta: { spec: 'states.push-notices' },
}, async () => {
  logIn()
  const server = world([notice({ id: 'old', text: '旧通知' })])
  const tell = await openLive()
  const { router } = renderPage(<NotificationBell />)
  await screen.findByRole('button', { name: '通知，1 条未读' })
  server.arrive(notice({ id: 'n2', category: '1', subject: 'task', taskId: 't2', text: '训练完成' }))
  tell({ cmd: 'user' })

  expect(await screen.findByText('训练完成')).toBeTruthy()
  expect(screen.queryByText('旧通知')).toBeNull()
  tell({ cmd: 'user' })
  await screen.findByRole('button', { name: '通知，2 条未读' })
  expect(screen.getAllByText('训练完成')).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: '打开任务' }))
  await waitFor(() => expect(router.state.location.href).toBe('/mytask/mytaskDetail?id=t2'))
  await waitFor(() => expect(inputsOf(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n2' }]))
})

test('leaves a join request unread when its task is opened, and marks other notices as read', {
  meta: { spec: 'screens.header-notifications' },
}, async () => {
  logIn()
  const server = world([notice({}), notice({ id: 'n2', category: '1', subject: 'task', text: '训练完成' })])
  const { router } = renderPage(<NotificationBell />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '通知，2 条未读' }))
  const [ofRequest] = await screen.findAllByRole('button', { name: '打开任务' })
  await user.click(ofRequest as HTMLElement)
  await waitFor(() => expect(router.state.location.href).toBe('/mytask/mytaskDetail?id=t1'))
  expect(inputsOf(server, MarkNotificationRead.path)).toEqual([])

  await user.click(screen.getByRole('button', { name: /通知/ }))
  const buttons = await screen.findAllByRole('button', { name: '打开任务' })
  await user.click(buttons[1] as HTMLElement)
  await waitFor(() => expect(inputsOf(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n2' }]))
})

test('shows a guest the notices that are addressed to the user', {
  meta: { spec: 'screens.header-notifications' },
}, async () => {
  logIn({ party: null, role: 'tourist' })
  world([notice({ kind: 'party.join-approved', category: '1', subject: 'party', taskId: null, text: '申请已通过' })])
  renderPage(<NotificationBell />)
  await userEvent.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
  expect(await screen.findByText('申请已通过')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '打开任务' })).toBeNull()
})

test('decides a request to join the party in the list by its own call', {
  meta: { spec: 'screens.header-notifications' },
}, async () => {
  logIn()
  const server = world([
    notice({ kind: 'party.join-requested', subject: 'join-request', subjectId: 'j3', taskId: null }),
  ])
  renderPage(<NotificationBell />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
  await user.click(await screen.findByRole('button', { name: '拒绝' }))
  await waitFor(() => expect(inputsOf(server, MarkNotificationRead.path)).toEqual([{ notificationId: 'n1' }]))
  expect(inputsOf(server, ReviewJoinRequest.path)).toEqual([{ id: 'j3', verdict: 'reject' }])
  expect(inputsOf(server, ReviewApplication.path)).toEqual([])
})

test('links the bell’s list to all notices', async () => {
  logIn()
  world([])
  const { router } = renderPage(<NotificationBell />)
  await userEvent.click(await screen.findByRole('button', { name: '通知，0 条未读' }))
  await userEvent.click(await screen.findByRole('button', { name: '全部通知' }))
  await waitFor(() => expect(router.state.location.href).toBe('/notices'))
})

test.each([99, 100])(
  'includes the number that the badge shows in the name of the button (%i notices)',
  async (count) => {
    logIn()
    world(Array.from({ length: count }, (_, index) => notice({ id: `n${index}` })))
    renderPage(<NotificationBell />)
    const shown = count > 99 ? '99+' : '99'
    const button = await screen.findByRole('button', { name: `通知，${shown} 条未读` })
    expect(button.querySelector('.ant-badge-count')?.textContent).toBe(shown)
  },
)
