import { AppError, type TaskCard } from '@tessera/contract'
import { JoinByCode as JoinByCodeCall, ListMyTasks, ListPoolTasks } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { registration } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { registrationsQuery, taskQuery } from '../api.ts'
import { JoinByCode } from './JoinByCode.tsx'
import { MyTasks } from './MyTasks.tsx'
import { TaskPool } from './TaskPool.tsx'

const card = (change: Partial<TaskCard> = {}): TaskCard => ({
  id: 't1',
  name: 'Tumour diagnosis',
  description: '',
  avatar: null,
  type: 'train',
  partyId: '1001',
  partyName: 'Hospital A',
  visibility: 'public',
  status: 'recruiting',
  researchType: 'federated',
  kind: 'horizontal',
  role: 'initiator',
  modelId: null,
  createTime: new Date('2026-01-05T00:00:00Z'),
  partyCount: 1,
  rowCount: 2000,
  contentType: null,
  ...change,
})
const page = (records: TaskCard[]) => ({ records, total: records.length, size: 16, current: 1, pages: 1 })

test('lists the tasks of the pool by the filters in the address, 16 per page', {
  meta: { spec: ['screens.task-pool', 'states.task-pool-filter', 'limits.page-size-pools'] },
}, async () => {
  logIn()
  const { calls } = fakeServer(on(ListPoolTasks, () => page([card()])))
  renderPage(<TaskPool />, { path: '/task?name=tum&type=federated&status=training&pageNo=2', language: 'en' })

  expect(await screen.findByRole('link', { name: 'Tumour diagnosis' })).toBeTruthy()
  expect(screen.getByText('2,000 rows')).toBeTruthy()
  expect(screen.getByText('1 party')).toBeTruthy()
  expect(calls[0]?.input).toEqual({
    name: 'tum',
    researchType: 'federated',
    status: 'training',
    pageNo: 2,
    pageSize: 16,
  })
})

test('names the party that stopped a task on its card', async () => {
  logIn()
  fakeServer(on(ListPoolTasks, () => page([card({ status: 'stopped' })])))
  renderPage(<TaskPool />, { path: '/task', language: 'en' })
  expect(await screen.findByText('Stopped by Hospital A')).toBeTruthy()
  expect(screen.queryByText(/failed/i)).toBeNull()
})

test('shows the last page if the page number is too high, without a history entry', async () => {
  logIn()
  fakeServer(
    on(ListPoolTasks, ({ pageNo = 1 }) => ({
      ...page(pageNo <= 2 ? [card({ id: `t${pageNo}`, name: `Of page ${pageNo}` })] : []),
      total: 20,
    })),
  )
  const { router } = renderPage(<TaskPool />, { path: '/task?pageNo=9', language: 'en' })

  expect(await screen.findByRole('link', { name: 'Of page 2' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ pageNo: '2' })
  expect(router.history.canGoBack()).toBe(false)
})

test.each(['-3', '0', 'x', '1.7'])('treats page %s in the address as the first page', async (pageNo) => {
  logIn()
  const { calls } = fakeServer(on(ListPoolTasks, () => page([card()])))
  renderPage(<TaskPool />, { path: `/task?pageNo=${pageNo}`, language: 'en' })
  expect(await screen.findByRole('link', { name: 'Tumour diagnosis' })).toBeTruthy()
  expect(calls.map(({ input }) => (input as { pageNo: number }).pageNo)).toEqual([1])
})

test('clears the filters of a list and the address if no task matches', async () => {
  logIn()
  fakeServer(on(ListPoolTasks, ({ name }) => page(name ? [] : [card()])))
  const { router } = renderPage(<TaskPool />, { path: '/task?name=nothing', language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: '清除筛选' }))

  expect(await screen.findByRole('link', { name: 'Tumour diagnosis' })).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('opens inference tasks on their own page, and training tasks on the task page', {
  meta: { spec: ['screens.my-tasks', 'states.inference-status-hidden'] },
}, async () => {
  logIn()
  fakeServer(
    on(ListMyTasks, () => page([card(), card({ id: 'i1', name: 'Predict', type: 'inference', modelId: 'm1' })])),
  )
  renderPage(<MyTasks emptyAction={null} hasEdge={false} />, { path: '/mytask', language: 'en' })

  const training = await screen.findByRole('link', { name: 'Tumour diagnosis' })
  expect(training.getAttribute('href')).toBe('/mytask/mytaskDetail?id=t1&role=guest')
  const inference = screen.getByRole('link', { name: 'Predict' })
  expect(inference.getAttribute('href')).toBe('/tuili?id=i1&modalId=m1')
  // Instead of a state, the card of an inference task shows its type.
  expect(screen.getAllByText('Recruiting')).toHaveLength(1)
  expect(screen.getByText('Inference', { selector: '.t-status' })).toBeTruthy()
})

test('polls a task and its participants every 10 seconds until the task is completed', {
  meta: { spec: 'limits.polling-interval' },
}, () => {
  const statuses = ['recruiting', 'training', 'completed'] as const
  const every = statuses.map((status) => {
    const { refetchInterval } = taskQuery('t1')
    return typeof refetchInterval === 'function' && refetchInterval({ state: { data: { status } } } as never)
  })
  expect(every).toEqual([10_000, 10_000, false])
  expect(statuses.map((status) => registrationsQuery('t1', status).refetchInterval)).toEqual(every)
})

test('accepts only digits as an invite code, and explains why a code is invalid', {
  meta: { spec: ['screens.task-pool', 'validation.task-invite-code'] },
}, async () => {
  logIn()
  let code = ''
  const { calls } = fakeServer(
    on(JoinByCodeCall, ({ inviteCode }) => {
      code = inviteCode
      if (inviteCode !== '48210937') throw new AppError('invite.invalid')
      return registration({ taskId: 't7', role: 'participant' })
    }),
  )
  const onJoined = vi.fn()
  renderPage(<JoinByCode onJoined={onJoined} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Join with invite code' }))
  const field = await screen.findByRole('textbox', { name: 'Invite code' })

  await userEvent.type(field, '12ab{Enter}')
  expect(await screen.findByText('An invite code contains only digits.')).toBeTruthy()
  expect(calls).toEqual([])

  await userEvent.clear(field)
  await userEvent.type(field, '11111111{Enter}')
  expect(await screen.findByText(/This invite code is invalid/)).toBeTruthy()

  await userEvent.clear(field)
  await userEvent.type(field, '48210937{Enter}')
  await waitFor(() => expect(onJoined).toHaveBeenCalledWith('t7'))
  expect(code).toBe('48210937')
})
