import type { Registration } from '@tessera/contract'
import { CheckHealth, GetEdgeToken } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { NamesStep } from './NamesStep.tsx'
import { PreparePanel } from './PreparePanel.tsx'

const task = taskDetail({
  algorithms: [{ id: 'lr', name: { cn: '逻辑回归', en: 'LR' } }],
  columnSelection: { columns: ['age', 'ward'], label: 'diagnosis' },
  abilities: { offerData: true, edit: true },
})
const mine = registration({ role: 'participant', partyId: '1002', datasetId: 'd1', names: 'missing' })
const EDGE = 'http://127.0.0.1:9101'
const edgeFrame = () => screen.findByTitle<HTMLIFrameElement>('Category names that your edge suggests for the plan')
const edge = () =>
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
  )

beforeEach(() => logIn())

test('lets the user confirm names in a frame of the edge, which reports only that the step is complete', {
  meta: { spec: 'screens.task-value-names' },
}, async () => {
  edge()
  const [onConfirmed, onDone] = [vi.fn(), vi.fn()]
  renderPage(<NamesStep task={task} mine={{ ...mine, grant: 'signed' }} onConfirmed={onConfirmed} onDone={onDone} />, {
    language: 'en',
  })
  const frame = await edgeFrame()
  const address = new URL(frame.src)
  expect(address.origin + address.pathname + address.search).toBe(`${EDGE}/confirm-names`)
  expect(new URLSearchParams(address.hash.slice(1)).get('task')).toBe('t1')
  expect(screen.getByText('If the names change, the plan changes, and all parties must sign again.')).toBeTruthy()
  const frameSays = (data: unknown, { origin = EDGE, source = frame.contentWindow as Window | null } = {}) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))

  await frameSays({ say: 'confirmed' }, { origin: 'https://elsewhere.example' })
  await frameSays({ say: 'confirmed' }, { source: window })
  await frameSays({ say: 'confirmed', names: ['north'] })
  await frameSays({ say: 'ready' })
  expect(onDone).not.toHaveBeenCalled()
  await frameSays({ say: 'confirmed' })
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(onConfirmed).toHaveBeenCalledOnce()
})

function Renaming() {
  const [datasetId, setDatasetId] = useState('d1')
  return (
    <>
      <button type="button" onClick={() => setDatasetId('d2')}>
        The rows change
      </button>
      <NamesStep task={task} mine={{ ...mine, datasetId }} onConfirmed={vi.fn()} onDone={vi.fn()} />
    </>
  )
}

test('does not reload the frame when renaming values in it changes the offered dataset', async () => {
  edge()
  renderPage(<Renaming />, { language: 'en' })
  const frame = await edgeFrame()
  await userEvent.click(screen.getByText('The rows change'))
  expect(await edgeFrame()).toBe(frame)
})

/** Simulates the page of a task. A button simulates a refetch of the task. */
function Preparing() {
  const [names, setNames] = useState<Registration['names']>('missing')
  const planHash = names === 'confirmed' ? 'a'.repeat(64) : null
  return (
    <>
      <button type="button" onClick={() => setNames('confirmed')}>
        The task is refetched
      </button>
      <PreparePanel task={{ ...task, planHash }} mine={{ ...mine, names }} ticket={() => <p>The ticket</p>} />
    </>
  )
}

test('opens the ticket automatically only for the member who has just confirmed names', async () => {
  edge()
  const { unmount } = renderPage(<Preparing />, { language: 'en' })
  const frame = await edgeFrame()
  const confirmed = { data: { say: 'confirmed' }, origin: EDGE, source: frame.contentWindow as Window }
  await act(async () => void window.dispatchEvent(new MessageEvent('message', confirmed)))
  expect(screen.queryByText('The ticket')).toBeNull()
  await userEvent.click(screen.getByText('The task is refetched'))
  expect(await screen.findByText('The ticket')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Review ticket' })).toBeNull()
  unmount()

  renderPage(<Preparing />, { language: 'en' })
  await edgeFrame()
  await userEvent.click(screen.getByText('The task is refetched'))
  expect(await screen.findByRole('button', { name: 'Review ticket' })).toBeTruthy()
  expect(screen.queryByText('The ticket')).toBeNull()
})

test('states what the ticket waits for, or why a ticket is not possible', async () => {
  edge()
  const show = (change: Partial<typeof mine>, of = task) =>
    renderPage(<PreparePanel task={of} mine={{ ...mine, ...change }} ticket={() => null} />, { language: 'en' })
  const { unmount } = show({})
  expect(await edgeFrame()).toBeTruthy()
  expect(screen.getByText('Confirm the category names first.')).toBeTruthy()
  unmount()
  const joining = show({ names: 'confirmed' }, { ...task, joining: 'open' })
  expect(await screen.findByText(/once the initiator has closed joining/)).toBeTruthy()
  joining.unmount()
  const others = show({ names: 'confirmed' }, { ...task, joining: 'closed' })
  expect(await screen.findByText(/once the other parties have confirmed/)).toBeTruthy()
  others.unmount()
  const planFault = { code: 'data.label-one-class', params: { column: 'diagnosis' } }
  show({ names: 'confirmed' }, { ...task, planFault })
  expect(await screen.findByText(/Fewer than two values of the label “diagnosis”/)).toBeTruthy()
})

test.each([
  [
    'en',
    /The option “pooled” is no longer available: .* could work out rows .*\. Save the algorithm’s parameters again/,
  ],
  ['cn', /选项“pooled”已停用：.*算出原始数据行。请不带该选项重新保存算法参数/],
] as const)(
  'explains in place of the ticket that an option was withdrawn, why, and what to do (%s)',
  async (language, text) => {
    edge()
    const planFault = { code: 'parameter.withdrawn', params: { name: 'pooled' } }
    const own = { ...mine, names: 'confirmed' } as const
    renderPage(<PreparePanel task={{ ...task, planFault }} mine={own} ticket={() => null} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
  },
)
