import { type Algorithm, TASK_LIMITS } from '@tessera/contract'
import { CreateTask, ListAlgorithms, ListFailingSoftware, ListPoolTasks } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { QuickTools } from '../../features/home/index.ts'
import { paths } from '../../lib/paths.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { TaskPoolPage } from './TaskPoolPage.tsx'

const algorithm: Algorithm = {
  id: 'a1',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  introduction: { cn: '', en: '' },
  description: { cn: '', en: '' },
  remark: { cn: '', en: '' },
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  parameterDescriptions: [],
  codeHash: 'h',
  useCount: 0,
  createTime: new Date('2026-01-01T00:00:00Z'),
}
const none = { records: [], total: 0, size: 16, current: 1, pages: 0 }
const server = () =>
  fakeServer(
    on(ListPoolTasks, () => none),
    on(ListFailingSoftware, () => []),
    on(ListAlgorithms, () => ({ ...none, records: [algorithm], total: 1 })),
    on(CreateTask, () => 't9'),
  )

test('opens the dialog for a new task with the algorithm in the address preselected', {
  meta: { spec: ['screens.task-pool', 'screens.algorithm-detail'] },
}, async () => {
  logIn()
  const { calls } = server()
  const { router } = renderPage(<TaskPoolPage />, {
    path: paths.taskPool({ create: '1', algid: 'a1' }),
    language: 'en',
  })
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(await screen.findByText('Logistic regression')).toBeTruthy()

  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'x'.repeat(TASK_LIMITS.name) } })
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(router.state.location.href).toContain('id=t9'))
  expect(calls.find(({ path }) => path === CreateTask.path)?.input).toMatchObject({
    algorithms: [{ id: 'a1', name: algorithm.name }],
  })
  // After the creation, the Back button must not offer to create the same task again.
  expect(router.history.canGoBack()).toBe(false)
})

test('does not preselect an algorithm that cannot train or no longer exists', async () => {
  logIn()
  server()
  renderPage(<TaskPoolPage />, { path: paths.taskPool({ create: '1', algid: 'gone' }), language: 'en' })
  expect(await screen.findByText('Choose later')).toBeTruthy()
  expect(screen.queryByText('gone')).toBeNull()
})

test('opens the dialog for a new task from a shortcut, and shows the pool after it is closed', {
  meta: { spec: 'screens.home' },
}, async () => {
  logIn()
  server()
  const { unmount } = renderPage(<QuickTools />, { language: 'en' })
  const href = (await screen.findByRole('link', { name: 'Create a task' })).getAttribute('href')
  unmount()

  const { router } = renderPage(<TaskPoolPage />, { path: href ?? '', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({})
})
