import { AppError, type Input, type Output, type TaskCard } from '@tessera/contract'
import { GetEdgeToken, ListMyTasks } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { MyTasksPage } from './MyTasksPage.tsx'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 0, minute))
const training = (minute: number): TaskCard => ({
  id: `t${minute}`,
  name: `Training ${minute}`,
  description: '',
  avatar: null,
  type: 'train',
  partyId: '1001',
  partyName: '仁和医院',
  visibility: 'public',
  status: 'recruiting',
  researchType: 'federated',
  kind: 'horizontal',
  role: 'initiator',
  modelId: null,
  createTime: at(minute),
  partyCount: 1,
  rowCount: 0,
  contentType: null,
})
const inference = (minute: number): TaskCard => ({
  ...training(minute),
  id: `i${minute}`,
  name: `Inference ${minute}`,
  type: 'inference',
  modelId: 'm1',
  visibility: null,
  status: null,
  researchType: null,
  kind: null,
})

interface Paged {
  pageNo?: number | undefined
  pageSize?: number | undefined
}
/** Returns one page of a list, as the server does. */
function paged<T>(all: T[], { pageNo = 1, pageSize = 10 }: Paged) {
  const records = all.slice((pageNo - 1) * pageSize, pageNo * pageSize)
  return { records, total: all.length, size: pageSize, current: pageNo, pages: Math.ceil(all.length / pageSize) }
}
const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
const isOfEdge = ({ url }: { url: string }) => url.startsWith('http://127.0.0.1:9101/')
/** Answers the requests for lists of tasks. Platform and edge use the same path, so the host tells which is called. */
const lists = (
  platform: (input: Input<typeof ListMyTasks>) => Output<typeof ListMyTasks>,
  edge: typeof platform = () => paged([], {}),
) => on(ListMyTasks, (input, { url }) => (isOfEdge({ url: url.href }) ? edge(input) : platform(input)))
const names = () => screen.getAllByRole('link', { name: /^(Training|Inference) \d/ }).map((link) => link.textContent)

test('merges the edge’s inference tasks and the platform’s trainings into pages, newest first', {
  meta: { spec: ['screens.my-tasks', 'calls.flJobRecruit/listMyJob', 'limits.page-size-my-tasks'] },
}, async () => {
  logIn()
  // Creates 30 tasks, one per minute. In even minutes the task is a training, in odd minutes an inference task. A page
  // holds 12.
  const minutes = Array.from({ length: 30 }, (_, index) => 30 - index)
  const trainings = minutes.filter((minute) => minute % 2 === 0).map(training)
  const inferences = minutes.filter((minute) => minute % 2 === 1).map(inference)
  const { calls } = fakeServer(
    token,
    lists(
      (input) => paged(trainings, input),
      (input) => paged(inferences, input),
    ),
  )
  renderPage(<MyTasksPage />, { path: '/mytask', language: 'en' })

  const newest = await screen.findByRole('link', { name: 'Inference 29' })
  expect(newest.getAttribute('href')).toBe('/tuili?id=i29&modalId=m1')
  expect(screen.getByText('30 in total')).toBeTruthy()
  const nameOf = (minute: number) => `${minute % 2 ? 'Inference' : 'Training'} ${minute}`
  expect(names()).toEqual(minutes.slice(0, 12).map(nameOf))
  const edgeCall = calls.find(isOfEdge)
  expect(edgeCall?.url).toContain('http://127.0.0.1:9101/')
  expect(edgeCall?.headers.get('x-access-token')).toBe('edge-token')

  await userEvent.click(screen.getByTitle('3'))
  await waitFor(() => expect(names()).toEqual(minutes.slice(24).map(nameOf)))
})

test('requests the edge’s list for inference tasks only, and the platform’s list for trainings only', {
  meta: { spec: 'calls.flModelInference/list' },
}, async () => {
  logIn()
  const { calls } = fakeServer(
    token,
    lists(
      ({ type, ...input }) => paged(type === 'INFERENCE' ? [] : [training(2)], input),
      (input) => paged([inference(1)], input),
    ),
  )
  renderPage(<MyTasksPage />, { path: '/mytask?type=INFERENCE', language: 'en' })
  expect(await screen.findByRole('link', { name: 'Inference 1' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Training 2' })).toBeNull()

  const before = calls.filter(isOfEdge).length
  await userEvent.click(screen.getByText('Training'))
  expect(await screen.findByRole('link', { name: 'Training 2' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Inference 1' })).toBeNull())
  expect(calls.filter(isOfEdge)).toHaveLength(before)
})

test('lists the other tasks if the edge is unreachable, with a notice and a retry', {
  meta: { spec: 'screens.my-tasks' },
}, async () => {
  logIn()
  let isAway = true
  fakeServer(
    token,
    lists(
      (input) => paged([training(2)], input),
      (input) => {
        if (isAway) throw new AppError('internal')
        return paged([inference(1)], input)
      },
    ),
  )
  renderPage(<MyTasksPage />, { path: '/mytask', language: 'cn' })
  expect(await screen.findByText('数据节点没有响应，保存在其中的推理任务暂时无法显示。')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Training 2' })).toBeTruthy()

  isAway = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('link', { name: 'Inference 1' })).toBeTruthy()
  expect(screen.queryByText('数据节点没有响应，保存在其中的推理任务暂时无法显示。')).toBeNull()
})

test('does not claim that there are no tasks while the edge is unreachable', async () => {
  logIn()
  fakeServer(
    token,
    lists(
      (input) => paged<TaskCard>([], input),
      () => {
        throw new AppError('internal')
      },
    ),
  )
  renderPage(<MyTasksPage />, { path: '/mytask', language: 'en' })
  expect(await screen.findByText(/cannot be shown because the edge does not respond/)).toBeTruthy()
  expect(screen.queryByText('No tasks yet')).toBeNull()
})

test('shows only the platform’s tasks for a party without an edge', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer(on(ListMyTasks, (input) => paged([training(2)], input)))
  renderPage(<MyTasksPage />, { path: '/mytask', language: 'en' })
  expect(await screen.findByRole('link', { name: 'Training 2' })).toBeTruthy()
  expect(screen.queryByText(/cannot be shown because the edge does not respond/)).toBeNull()
})
