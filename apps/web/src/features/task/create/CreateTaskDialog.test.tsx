import { CreateLocalTask, CreateTask, ListAlgorithms, ListFailingSoftware } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { CreateFromButton } from './CreateFromButton.tsx'
import { CreateTaskDialog } from './CreateTaskDialog.tsx'

const ready = on(ListFailingSoftware, () => [])
const algorithms = on(ListAlgorithms, () => ({ records: [], total: 0, size: 100, current: 1, pages: 0 }))
const show = (language: 'cn' | 'en' = 'en') => {
  const onCreated = vi.fn()
  renderPage(<CreateTaskDialog open onClose={() => {}} onCreated={onCreated} />, { language })
  return onCreated
}

test('requires a task name of at most 20 characters before it sends a request', {
  meta: { spec: 'validation.task-name-description' },
}, async () => {
  logIn()
  const { calls } = fakeServer(ready, algorithms)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Give the task a name.')).toBeTruthy()

  const name = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: 'x'.repeat(21) } })
  fireEvent.blur(name)
  expect(await screen.findByText('A name can have at most 20 characters.')).toBeTruthy()
  expect(calls.some(({ path }) => path === CreateTask.path)).toBe(false)
})

test('creates only one task if the button is pressed twice on a slow network', {
  meta: { spec: 'screens.create-task-dialog' },
}, async () => {
  logIn()
  let answer = (_taskId: string) => {}
  const { calls } = fakeServer(
    ready,
    algorithms,
    on(CreateTask, () => new Promise((resolve) => (answer = resolve))),
  )
  const onCreated = show()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: 'Tumour' } })
  const button = screen.getByRole('button', { name: 'Create' })
  await userEvent.dblClick(button)
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(true))
  await userEvent.click(button)
  await userEvent.type(name, '{Enter}')
  answer('t9')
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('t9'))
  expect(calls.filter(({ path }) => path === CreateTask.path)).toHaveLength(1)
})

test('creates the task with the entered data and opens it', {
  meta: { spec: ['screens.create-task-dialog', 'states.task-created-redirect', 'limits.default-values'] },
}, async () => {
  logIn()
  const { calls } = fakeServer(
    ready,
    algorithms,
    on(CreateTask, () => 't9'),
  )
  const onCreated = show()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Tumour diagnosis' } })
  await userEvent.click(screen.getByText('Private'))
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))

  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('t9'))
  expect(calls.find(({ path }) => path === CreateTask.path)?.input).toMatchObject({
    name: 'Tumour diagnosis',
    visibility: 'private',
    researchType: 'federated',
  })
})

test.each([
  ['en', 'Create training task from this', 'Name', 'Create', 'Cohort: training'],
  ['cn', '据此创建训练', '名称', '创建', 'Cohort：训练'],
] as const)(
  'creates a training task on the columns of a descriptive task (%s)',
  { meta: { spec: 'screens.training-from-description' } },
  async (language, button, name, create, proposed) => {
    logIn()
    const columnSelection = { columns: ['age', 'chol'], label: null }
    const task = taskDetail({
      name: 'Cohort',
      role: 'initiator',
      status: 'completed',
      visibility: 'private',
      columnSelection,
    })
    const { calls } = fakeServer(
      ready,
      algorithms,
      on(CreateTask, () => 't9'),
    )
    const onCreated = vi.fn()
    renderPage(<CreateFromButton task={task} onCreated={onCreated} />, { language })
    await userEvent.click(await screen.findByRole('button', { name: button }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name })).value).toBe(proposed)
    await userEvent.click(screen.getByRole('button', { name: create }))
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith('t9'))
    expect(calls.find(({ path }) => path === CreateTask.path)?.input).toMatchObject({
      name: proposed,
      fromTaskId: 't1',
      visibility: 'private',
      researchType: 'federated',
    })
  },
)

test('offers to create a task from a description only to the party that initiated it', {
  meta: { spec: 'screens.training-from-description' },
}, async () => {
  logIn()
  const columnSelection = { columns: ['age'], label: null }
  const offers = (['initiator', 'participant', null] as const).map((role) =>
    taskDetail({ id: `${role}`, role, columnSelection }),
  )
  renderPage(
    offers.map((task) => <CreateFromButton key={task.id} task={task} onCreated={() => {}} />),
    { language: 'en' },
  )
  expect(await screen.findAllByRole('button', { name: 'Create training task from this' })).toHaveLength(1)
})

test('creates a local task without the option to approve participants', {
  meta: { spec: ['validation.task-type-required', 'validation.task-permission-options'] },
}, async () => {
  logIn()
  const { calls } = fakeServer(
    ready,
    algorithms,
    on(CreateLocalTask, () => 't9'),
  )
  const onCreated = show()
  await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.getByText('By invitation')).toBeTruthy()
  await userEvent.click(screen.getByText('Independent research'))
  await waitFor(() => expect(screen.queryByText('By invitation')).toBeNull())
  expect(screen.getByText('Everyone can see the task in the pool; nobody can join it.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Own rows' } })
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('t9'))
  expect(calls.find(({ path }) => path === CreateLocalTask.path)?.input).toEqual({
    name: 'Own rows',
    description: '',
    avatar: null,
    visibility: 'public',
  })
})

test('names the failing parts to a party that cannot train and links to the check', {
  meta: { spec: ['screens.create-task-dialog', 'validation.environment-deployed', 'errors.environment-check-failed'] },
}, async () => {
  logIn()
  fakeServer(
    on(ListFailingSoftware, () => ['runner' as const, 'supernode' as const]),
    algorithms,
  )
  show('cn')
  expect(await screen.findByText('未就绪：训练执行器、训练连接。请先完成环境部署，再创建任务。')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: '检查部署环境' })).toBeTruthy()
})

test('asks a guest to join a party before creating a task', {
  meta: { spec: 'roles.tourist-create-task' },
}, async () => {
  logIn({ party: null })
  fakeServer()
  show()
  expect(await screen.findByText('Tasks belong to a party')).toBeTruthy()
})
