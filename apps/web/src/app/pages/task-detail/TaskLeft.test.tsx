import { GetEdgeToken, ListMyDatasets } from '@tessera/contract/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ownDataset, registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { TaskLeft } from './TaskLeft.tsx'

const run = { state: undefined, error: null, canWatch: false, onRetry: () => {} }

/** The left column of a task, with a button that switches the party's edge between online and offline. */
function WithEdge({ isAwayFirst = false }: { isAwayFirst?: boolean }) {
  const [isAway, setAway] = useState(isAwayFirst)
  const mine = registration({ isOnline: !isAway, readiness: { data: false, environment: !isAway } })
  return (
    <>
      <button type="button" onClick={() => setAway(!isAway)}>
        The edge
      </button>
      <TaskLeft task={taskDetail({ abilities: { offerData: true } })} registrations={[mine]} mine={mine} run={run} />
    </>
  )
}

test('keeps a choice that is not saved while the edge goes offline and online', async () => {
  logIn()
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ListMyDatasets, () => ({ records: [ownDataset()], total: 1, size: 10, current: 1, pages: 1 })),
  )
  renderPage(<WithEdge />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Biopsies/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Only rows that I choose' }))
  const page = await screen.findByTitle(/^Rows to choose from/)

  await userEvent.click(screen.getByRole('button', { name: 'The edge' }))
  expect(screen.queryByRole('radio', { name: /Biopsies/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'The edge' }))
  expect(screen.getByRole('radio', { name: /Biopsies/ }).closest('label')?.className).toContain('checked')
  // It is still the same element, so the frame with the selected rows was not reloaded.
  expect(screen.getByTitle(/^Rows to choose from/)).toBe(page)
})

test('shows only a notice if the edge is offline when the page of a task opens', () => {
  logIn()
  const { calls } = fakeServer()
  renderPage(<WithEdge isAwayFirst />, { language: 'en' })
  expect(screen.queryByText('Choose data')).toBeNull()
  expect(calls.some(({ path }) => path === ListMyDatasets.path)).toBe(false)
})

test.each([
  [['stages'], true],
  [[], false],
] as const)(
  'states after a failed training whether the party’s ticket was consumed (%o)',
  async (staleBecause, isUsed) => {
    logIn()
    fakeServer()
    const mine = registration({ grant: isUsed ? 'stale' : 'signed', staleBecause: [...staleBecause] })
    renderPage(<TaskLeft task={taskDetail({ status: 'failed' })} registrations={[mine]} mine={mine} run={run} />, {
      language: 'en',
    })
    expect(await screen.findByText(/Training failed/)).toBeTruthy()
    expect(screen.queryByText(/ticket was used for this run.*sign it again/) !== null).toBe(isUsed)
  },
)
