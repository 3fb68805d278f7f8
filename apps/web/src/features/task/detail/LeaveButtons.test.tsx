import { DeleteTask, QuitTask } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { LeaveButtons } from './LeaveButtons.tsx'

test.each([
  ['quit', { quit: true }, 'joined', 'Leave task', /^Leave the task/, 'Your party has left “Tumour diagnosis”.', false],
  [
    'withdraw',
    { quit: true },
    'applying',
    'Withdraw application',
    /^Withdraw the application to/,
    'The application to “Tumour diagnosis” has been withdrawn.',
    false,
  ],
  [
    'disband',
    { disband: true },
    'joined',
    'Disband task',
    /^Disband/,
    'Task “Tumour diagnosis” has been disbanded.',
    true,
  ],
  ['delete', { delete: true }, 'joined', 'Delete task', /^Delete/, 'Task “Tumour diagnosis” has been deleted.', true],
] as const)(
  '%s: confirms, sends its own call and reports success',
  { meta: { spec: 'errors.success-task-deleted' } },
  async (way, abilities, status, button, title, done, leaves) => {
    logIn()
    const { calls } = fakeServer(
      on(QuitTask, () => null),
      on(DeleteTask, () => null),
    )
    const onGone = vi.fn()
    renderPage(<LeaveButtons task={taskDetail({ abilities })} mine={registration({ status })} onGone={onGone} />, {
      language: 'en',
    })
    await userEvent.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.textContent?.includes('ticket')).toBe(way === 'quit')
    await userEvent.click(within(dialog).getByRole('button', { name: button }))

    expect(await screen.findByText(done)).toBeTruthy()
    expect(calls.map(({ path, input }) => ({ path, input }))).toEqual([
      way === 'delete'
        ? { path: DeleteTask.path, input: { taskId: 't1' } }
        : { path: QuitTask.path, input: { registrationId: 'r1' } },
    ])
    await waitFor(() => expect(onGone).toHaveBeenCalledTimes(leaves ? 1 : 0))
  },
)
