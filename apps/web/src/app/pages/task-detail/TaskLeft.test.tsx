import { GetEdgeToken, ListMyDatasets } from '@tessera/contract/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ownDataset, registration, taskDetail } from '../../../features/task/test-world.ts'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { TaskLeft } from './TaskLeft.tsx'

const run = { state: undefined, error: null, canWatch: false, onRetry: () => {} }

/** The left of a task whose party's edge goes and comes back. */
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

test('a choice that is not yet saved is there still when the edge comes back', async () => {
  logIn()
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ListMyDatasets, () => ({ records: [ownDataset()], total: 1, size: 10, current: 1, pages: 1 })),
  )
  renderPage(<WithEdge />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Biopsies/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Only rows I choose' }))
  const page = await screen.findByTitle(/^Rows to choose from/)

  await userEvent.click(screen.getByRole('button', { name: 'The edge' }))
  expect(screen.queryByRole('radio', { name: /Biopsies/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'The edge' }))
  expect(screen.getByRole('radio', { name: /Biopsies/ }).closest('label')?.className).toContain('checked')
  // The very page on which rows are ticked, not the same one anew.
  expect(screen.getByTitle(/^Rows to choose from/)).toBe(page)
})

test('who comes while the edge is away is told that alone', () => {
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
  'once training has failed a party hears whether its ticket is used up (%o)',
  async (staleBecause, isUsed) => {
    logIn()
    fakeServer()
    const mine = registration({ grant: isUsed ? 'stale' : 'signed', staleBecause: [...staleBecause] })
    renderPage(<TaskLeft task={taskDetail({ status: 'failed' })} registrations={[mine]} mine={mine} run={run} />, {
      language: 'en',
    })
    expect(await screen.findByText(/Training failed/)).toBeTruthy()
    expect(screen.queryByText(/ticket was used for this run.*sign again/) !== null).toBe(isUsed)
  },
)
