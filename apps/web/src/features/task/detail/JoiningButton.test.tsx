import { CloseJoining, ReopenJoining } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { JoiningButton } from './JoiningButton.tsx'

test('closes joining with a minimum number of parties and the minutes to wait for an offline one', async () => {
  logIn()
  const { calls } = fakeServer(on(CloseJoining, () => taskDetail({ joining: 'closed' })))
  const task = taskDetail({ partyCount: 3, abilities: { closeJoining: true } })
  renderPage(<JoiningButton task={task} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Close joining' }))
  const dialog = await screen.findByRole('dialog')
  const fewest = within(dialog).getByLabelText<HTMLInputElement>('Minimum number of parties')
  expect(fewest.value).toBe('3')
  await userEvent.clear(fewest)
  await userEvent.type(fewest, '2')
  const wait = within(dialog).getByLabelText<HTMLInputElement>('Minutes to wait for an offline party')
  expect(wait.value).toBe('10')
  await userEvent.clear(wait)
  await userEvent.type(wait, '45')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close joining' }))
  expect(calls.map(({ path, input }) => ({ path, input }))).toEqual([
    { path: CloseJoining.path, input: { taskId: 't1', fewest: 2, waitMinutes: 45 } },
  ])
})

test('warns before joining is reopened that signed tickets become void', {
  meta: { spec: 'screens.start-panel' },
}, async () => {
  logIn()
  const { calls } = fakeServer(on(ReopenJoining, () => taskDetail()))
  const task = taskDetail({ joining: 'closed', partyCount: 2, abilities: { reopenJoining: true } })
  renderPage(<JoiningButton task={task} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen joining' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(/All signed tickets for this task become void/)
  expect(calls).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen joining' }))
  expect(calls.map(({ path }) => path)).toEqual([ReopenJoining.path])
})

test.each([
  ['members without the right', taskDetail({ partyCount: 3 })],
  ['the only party', taskDetail({ partyCount: 1, abilities: { closeJoining: true } })],
])('shows neither the button to close joining nor the button to reopen it to %s', (_who, task) => {
  logIn()
  renderPage(<JoiningButton task={task} />, { language: 'en' })
  expect(screen.queryByRole('button')).toBeNull()
})
