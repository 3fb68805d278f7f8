import { CloseJoining, ReopenJoining } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { taskDetail } from '../test-world.ts'
import { JoiningButton } from './JoiningButton.tsx'

test('joining is closed with the fewest parties of a run, all or fewer, and how long it waits for one that is away', async () => {
  logIn()
  const { calls } = fakeServer(on(CloseJoining, () => taskDetail({ joining: 'closed' })))
  const task = taskDetail({ partyCount: 3, abilities: { closeJoining: true } })
  renderPage(<JoiningButton task={task} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Close joining' }))
  const dialog = await screen.findByRole('dialog')
  const fewest = within(dialog).getByLabelText<HTMLInputElement>('Fewest parties of a run')
  expect(fewest.value).toBe('3')
  await userEvent.clear(fewest)
  await userEvent.type(fewest, '2')
  const wait = within(dialog).getByLabelText<HTMLInputElement>('Minutes to wait for a party that is away')
  expect(wait.value).toBe('10')
  await userEvent.clear(wait)
  await userEvent.type(wait, '45')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close joining' }))
  expect(calls.map(({ path, input }) => ({ path, input }))).toEqual([
    { path: CloseJoining.path, input: { taskId: 't1', fewest: 2, waitMinutes: 45 } },
  ])
})

test('reopening says first that it voids what was signed', async () => {
  logIn()
  const { calls } = fakeServer(on(ReopenJoining, () => taskDetail()))
  const task = taskDetail({ joining: 'closed', partyCount: 2, abilities: { reopenJoining: true } })
  renderPage(<JoiningButton task={task} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen joining' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(/Every ticket that was signed for this task becomes void/)
  expect(calls).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen joining' }))
  expect(calls.map(({ path }) => path)).toEqual([ReopenJoining.path])
})

test.each([
  ['who may not', taskDetail({ partyCount: 3 })],
  ['a party alone', taskDetail({ partyCount: 1, abilities: { closeJoining: true } })],
])('%s sees neither', (_who, task) => {
  logIn()
  renderPage(<JoiningButton task={task} />, { language: 'en' })
  expect(screen.queryByRole('button')).toBeNull()
})
