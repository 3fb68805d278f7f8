import type { RunFailure } from '@tessera/contract'
import { Resubmit, StopTraining } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { FinishedPanel } from './FinishedPanel.tsx'
import { mergeRun } from './run-state.ts'
import { TrainingPanel } from './TrainingPanel.tsx'
import { roundEvent, run } from './test-world.ts'

const events = [roundEvent(1, 2, 0.8, 0.5), roundEvent(2, 3, 0.9, 0.4)]
const failure: RunFailure = { code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 2 }
const names: Record<string, string> = { '1001': 'Hospital A', '1002': 'Hospital B' }

test('training: round, progress, best round and every figure as a table', async () => {
  logIn()
  const state = mergeRun(undefined, { run: run({ round: 2, abilities: { stop: true, resubmit: false } }), events }, 0)
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" state={state} canWatch />, { language: 'en' })

  expect(await screen.findByText('Round 2 of 3')).toBeTruthy()
  expect(screen.getByText('Best so far: 90.00% in round 2')).toBeTruthy()
  expect(screen.getByText('200 B in, 400 B out')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const row = within(screen.getByRole('table')).getByRole('row', { name: /^2/ })
  expect(row.textContent).toMatch('290.00%89.00%91.00%')

  await userEvent.click(screen.getByText('Loss'))
  expect(screen.getByText('Best so far: 0.4 in round 2')).toBeTruthy()
})

test('stopping asks first, naming what is lost', async () => {
  logIn()
  const { calls } = fakeServer(on(StopTraining, () => null))
  const state = mergeRun(undefined, { run: run({ abilities: { stop: true, resubmit: false } }), events }, 0)
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" state={state} canWatch />, { language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: '停止训练' }))

  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch('已完成的 2 轮不会产生模型')
  expect(calls).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '停止训练' }))
  expect(await screen.findByText('正在停止训练。')).toBeTruthy()
  expect(calls.map(({ input }) => input)).toEqual([{ taskId: 't1' }])
})

test('who does not take part sees no button and no curve', async () => {
  logIn()
  renderPage(
    <TrainingPanel
      taskId="t1"
      taskName="Heart"
      state={mergeRun(undefined, { run: null, events: [] }, 0)}
      canWatch={false}
    />,
    {
      language: 'en',
    },
  )
  expect(await screen.findByText(/shown to its parties only/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('failure is a sentence with the buttons that mend it', async () => {
  logIn()
  const { calls } = fakeServer(on(Resubmit, () => null))
  const state = mergeRun(undefined, { run: run({ phase: 'failed', failure }), events }, 0)
  renderPage(
    <FailedPanel
      taskId="t1"
      state={state}
      canResubmit
      nameOf={(id) => names[id] ?? id}
      ownPartyId="1001"
      ownDataPath="/data-detail?id=d1"
    />,
    { language: 'en' },
  )

  expect((await screen.findByRole('alert')).textContent).toMatch(
    'Hospital B, training, round 2: The edge of this party was lost.',
  )
  expect(screen.getByText(/Only Hospital B can mend this/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mend and start again' }))
  expect(calls.map(({ input }) => input)).toEqual([{ taskId: 't1' }])
})

test('who may not start again is told who may', async () => {
  logIn()
  const state = mergeRun(undefined, { run: run({ phase: 'failed', failure }), events: [] }, 0)
  renderPage(
    <FailedPanel
      taskId="t1"
      state={state}
      canResubmit={false}
      nameOf={(id) => id}
      ownPartyId="1002"
      ownDataPath={null}
    />,
    { language: 'cn' },
  )
  expect(await screen.findByText(/发起方可以让任务回到招募状态/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '修改并重新开始' })).toBeNull()
})

test('the result: metrics in percent with two decimals, alone against together, the way to the model', async () => {
  logIn()
  const state = mergeRun(
    undefined,
    { run: run({ phase: 'completed', metrics: { accuracy: 0.9512, loss: 0.123 }, elapsedMs: 75_000 }), events },
    0,
  )
  const { router } = renderPage(<FinishedPanel state={state} taskName="Heart" modelId="m1" canWatch />, {
    language: 'en',
  })

  expect(await screen.findByText('95.12%')).toBeTruthy()
  expect(screen.getByText('0.123')).toBeTruthy()
  expect(screen.getByText('00:01:15')).toBeTruthy()
  const gains = screen.getByRole('list', { name: 'Gain' })
  expect(within(gains).getAllByText('+4.00 points')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Open the model' }))
  expect(router.state.location.href).toContain('m1')
})
