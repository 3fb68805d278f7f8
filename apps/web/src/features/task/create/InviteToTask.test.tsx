import { AppError, type TaskToInvite } from '@tessera/contract'
import { CreateTask, InviteParty, ListAlgorithms, ListFailingSoftware, ListTasksToInvite } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { InviteToTask } from './InviteToTask.tsx'

const dataset = { id: 'd1', partyId: '2', partyName: 'Hospital B' }
const createTime = new Date('2026-01-05T08:00:00Z')

test('invites a party to one of the user’s tasks, and shows its status in tasks it has joined', {
  meta: { spec: 'states.task-from-foreign-dataset' },
}, async () => {
  logIn()
  const tasks: TaskToInvite[] = [
    { taskId: 't1', name: 'Heart', createTime, status: null },
    { taskId: 't2', name: 'Lung', createTime, status: 'joined' },
  ]
  const { calls } = fakeServer(
    on(ListTasksToInvite, () => tasks),
    on(InviteParty, () => {
      tasks[0] = { ...(tasks[0] as TaskToInvite), status: 'invited' }
      return null
    }),
  )
  renderPage(<InviteToTask dataset={dataset} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite to a task' }))
  expect(await screen.findByText('Participating')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite to Lung' })).toBeNull()
  screen.getByRole('button', { name: 'Invite to Heart' }).focus()
  await userEvent.keyboard('{Enter}')
  const status = await screen.findByText('Awaiting an answer')
  expect(document.activeElement?.contains(status)).toBe(true)
  expect(document.activeElement?.textContent).toBe('Awaiting an answer')
  expect(calls.map(({ input }) => input)).toEqual([
    { datasetId: 'd1' },
    { taskId: 't1', partyId: '2' },
    { datasetId: 'd1' },
  ])
})

test.each([
  ['invites its party', undefined],
  ['opens it even if inviting fails', 'party.not-found'],
] as const)(
  'creates a federated task and %s',
  { meta: { spec: 'states.task-from-foreign-dataset' } },
  async (_how, failure) => {
    logIn()
    const { calls } = fakeServer(
      on(ListTasksToInvite, () => []),
      on(ListFailingSoftware, () => []),
      on(ListAlgorithms, () => ({ records: [], total: 0, size: 100, current: 1, pages: 0 })),
      on(CreateTask, () => 't9'),
      on(InviteParty, () => {
        if (failure) throw new AppError(failure)
        return null
      }),
    )
    const { router } = renderPage(<InviteToTask dataset={dataset} />, { language: 'cn' })
    await userEvent.click(await screen.findByRole('button', { name: '邀请参与任务' }))
    expect(await screen.findByText('您目前没有正在招募且适合该数据集的任务。')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '新建任务并邀请' }))
    fireEvent.change(await screen.findByRole('textbox', { name: '名称' }), { target: { value: 'Lung' } })
    // The form does not ask for the kind of research, because a federated task is preset.
    expect(screen.queryByRole('radio', { name: '独立研究' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '创建' }))
    await waitFor(() => expect(router.state.location.href).toBe('/mytask/mytaskDetail?id=t9&role=guest&type=creat'))
    const input = (path: string) => calls.find((one) => one.path === path)?.input
    expect(input(CreateTask.path)).toMatchObject({ name: 'Lung', researchType: 'federated' })
    expect(input(InviteParty.path)).toEqual({ taskId: 't9', partyId: '2' })
  },
)

test('creates no second task if the button is pressed again while the party is being invited', {
  meta: { spec: 'states.task-from-foreign-dataset' },
}, async () => {
  logIn()
  const invited = Promise.withResolvers<null>()
  const { calls } = fakeServer(
    on(ListTasksToInvite, () => []),
    on(ListFailingSoftware, () => []),
    on(ListAlgorithms, () => ({ records: [], total: 0, size: 100, current: 1, pages: 0 })),
    on(CreateTask, () => 't9'),
    on(InviteParty, () => invited.promise),
  )
  const { router } = renderPage(<InviteToTask dataset={dataset} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite to a task' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create a task and invite' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Lung' } })
  const submit = screen.getByRole('button', { name: /Create$/ })
  const made = (wanted: string) => calls.filter(({ path }) => path === wanted)
  await userEvent.click(submit)
  await waitFor(() => expect(made(InviteParty.path)).toHaveLength(1))
  fireEvent.click(submit)
  invited.resolve(null)
  await waitFor(() => expect(router.state.location.href).toContain('id=t9'))
  expect(made(CreateTask.path)).toHaveLength(1)
})
