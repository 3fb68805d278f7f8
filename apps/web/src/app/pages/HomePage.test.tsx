import type { Algorithm, Output, Task, TaskCard, WaitingItem } from '@tessera/contract'
import {
  GetScreen,
  GetWaiting,
  ListAlgorithms,
  ListHotTasks,
  ListMyActivity,
  ListMyDatasets,
  ListMyTasks,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { NEWS_PAUSE_MS } from '../../features/home/index.ts'
import { heart } from '../../testing/dataset.ts'
import { openLive, socketToken } from '../../testing/live.ts'
import { testScreen } from '../../testing/screen.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { HomePage } from './HomePage.tsx'

const task = {
  description: '',
  avatar: null,
  partyId: '7',
  partyName: 'B',
  visibility: 'public',
  status: 'recruiting',
  researchType: 'federated',
  kind: 'horizontal',
  algorithms: [],
  parameters: null,
  columnSelection: null,
  originTaskId: null,
  createdBy: '',
  createTime: new Date(0),
  partyCount: 1,
  rowCount: 0,
  role: null,
  contentType: null,
} as const
const algorithm = {
  kind: 'horizontal',
  name: { cn: '', en: '' },
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  introduction: { cn: '', en: '' },
  description: { cn: '', en: '' },
  remark: { cn: '', en: '' },
  parameterDescriptions: [],
  codeHash: 'h',
  useCount: 0,
  createTime: new Date(0),
}
const many = <T,>(make: (index: number) => T) => Array.from({ length: 9 }, (_, index) => make(index))
const paged = (records: unknown[]) => ({ records, total: 90, size: 9, current: 1, pages: 10 }) as never

test('shows the first 4 datasets, 3 popular tasks, 3 own tasks and 4 algorithms on the home page', {
  meta: { spec: ['limits.page-size-algorithms', 'limits.home-item-counts'] },
}, async () => {
  logIn()
  const { calls } = fakeServer(
    on(ListMyDatasets, () => paged(many((index) => ({ ...heart(), id: `d${index}`, name: `Dataset ${index}` })))),
    on(ListHotTasks, ({ count = 9 }) =>
      many((index) => ({ ...task, id: `h${index}`, name: `Hot ${index}` }) as unknown as Task)
        .slice(0, count)
        .map((one) => ({ task: one, registrations: [], partyCount: 1, rowCount: 0 })),
    ),
    on(ListMyTasks, () =>
      paged(
        many((index) => ({ ...task, id: `t${index}`, name: `Own ${index}`, type: 'train', modelId: null }) as TaskCard),
      ),
    ),
    on(ListAlgorithms, () =>
      paged(
        many(
          (index) =>
            ({ ...algorithm, id: `a${index}`, name: { cn: '', en: `Algorithm ${index}` } }) as unknown as Algorithm,
        ),
      ),
    ),
  )
  renderPage(<HomePage />, { language: 'en' })
  await screen.findByRole('link', { name: 'Hot 0' })
  const main = within(document.body)
  const shown = (name: RegExp) => main.queryAllByRole('link', { name }).map(({ textContent }) => textContent)
  await waitFor(() => expect(shown(/^Dataset \d/)).toEqual(['Dataset 0', 'Dataset 1', 'Dataset 2', 'Dataset 3']))
  await waitFor(() => expect(shown(/^Hot \d/)).toEqual(['Hot 0', 'Hot 1', 'Hot 2']))
  await waitFor(() => expect(shown(/^Own \d/)).toEqual(['Own 0', 'Own 1', 'Own 2']))
  await waitFor(() => expect(shown(/^Algorithm \d/)).toHaveLength(4))
  expect(calls.find(({ path }) => path === ListHotTasks.path)?.input).toEqual({ count: 3 })
})

test('shows a small picture of the federation with a link to the big screen', async () => {
  logIn()
  fakeServer(on(GetScreen, () => testScreen()))
  renderPage(<HomePage />, { language: 'en' })
  const picture = within(await screen.findByRole('region', { name: 'The federation now' }))
  expect((await picture.findAllByText(/仁和医院/)).length).toBeGreaterThan(0)
  expect(picture.getByRole('link', { name: 'Big screen' }).getAttribute('href')).toBe('/screen')
})

test('refetches pending items after an event elsewhere, but not when the channel opens or a training progresses', {
  meta: { spec: 'screens.home-pending-items' },
}, async () => {
  logIn()
  const waiting: WaitingItem[] = []
  const moved: Output<typeof ListMyActivity>['records'] = []
  const { calls } = fakeServer(
    socketToken,
    on(GetWaiting, () => ({ items: waiting, total: waiting.length })),
    on(ListMyActivity, () => ({ records: moved, total: moved.length, size: 20, current: 1, pages: 1 })),
  )
  renderPage(<HomePage />, { language: 'cn' })
  expect(await screen.findByText('没有待办事项')).toBeTruthy()
  const notify = await openLive()
  vi.useFakeTimers()
  for (const seq of [7, null]) {
    notify({ cmd: 'run', taskId: '1', seq })
    await vi.advanceTimersByTimeAsync(NEWS_PAUSE_MS)
  }
  vi.useRealTimers()
  expect(requestCounts()).toEqual([1, 1])

  waiting.push({ kind: 'sign', id: '1', taskId: '1', taskName: 'Heart', by: null, since: null })
  const content = { missionId: '1', missionName: 'Heart', partyName: 'Hospital B' }
  moved.push({ opType: 'sign', createdBy: 'Bob', content, createTime: new Date() })
  notify({ cmd: 'run', taskId: '1', seq: 0 })
  expect(await screen.findByText('有新的待办事项')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Heart' })).toBeTruthy()
  expect(requestCounts()).toEqual([2, 2])
  await userEvent.click(screen.getByRole('button', { name: '新增 1 项，点击显示' }))
  expect(screen.getByText('任务“Heart”的授权书待本机构签署。')).toBeTruthy()

  function requestCounts() {
    return [GetWaiting, ListMyActivity].map((of) => calls.filter(({ path }) => path === of.path).length)
  }
})
