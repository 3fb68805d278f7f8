import type { Registration } from '@tessera/contract'
import { CheckHealth, GetEdgeToken } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { registration, taskDetail } from '../test-world.ts'
import { NamesStep } from './NamesStep.tsx'
import { PreparePanel } from './PreparePanel.tsx'

const task = taskDetail({
  algorithms: [{ id: 'lr', name: 'LR', nameCn: '逻辑回归' }],
  columnSelection: { columns: ['age', 'ward'], label: 'diagnosis' },
  abilities: { offerData: true, edit: true },
})
const mine = registration({ role: 'participant', partyId: '1002', datasetId: 'd1', names: 'missing' })
const EDGE = 'http://127.0.0.1:9101'
const roomFrame = () => screen.findByTitle<HTMLIFrameElement>('The words that your edge proposes for the plan')
const edge = () =>
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
  )

beforeEach(() => logIn())

test('the words are confirmed in a frame of the edge’s, of which this page hears that it is done', async () => {
  edge()
  const [onConfirmed, onDone] = [vi.fn(), vi.fn()]
  renderPage(<NamesStep task={task} mine={{ ...mine, grant: 'signed' }} {...{ onConfirmed, onDone }} />, {
    language: 'en',
  })
  const frame = await roomFrame()
  const address = new URL(frame.src)
  expect(address.origin + address.pathname + address.search).toBe(`${EDGE}/confirm-names`)
  expect(new URLSearchParams(address.hash.slice(1)).get('task')).toBe('t1')
  expect(screen.getByText('If the names change, the plan does: everybody signs again.')).toBeTruthy()
  const roomSays = (data: unknown, { origin = EDGE, source = frame.contentWindow as Window | null } = {}) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))

  await roomSays({ say: 'confirmed' }, { origin: 'https://elsewhere.example' })
  await roomSays({ say: 'confirmed' }, { source: window })
  await roomSays({ say: 'confirmed', names: ['north'] })
  await roomSays({ say: 'ready' })
  expect(onDone).not.toHaveBeenCalled()
  await roomSays({ say: 'confirmed' })
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

test('the frame stays when renaming in it sets the rows aside under another id', async () => {
  edge()
  renderPage(<Renaming />, { language: 'en' })
  const frame = await roomFrame()
  await userEvent.click(screen.getByText('The rows change'))
  expect(await roomFrame()).toBe(frame)
})

/** As the task's page, which asks anew; a button stands for the answer. */
function Preparing() {
  const [names, setNames] = useState<Registration['names']>('missing')
  const planHash = names === 'confirmed' ? 'a'.repeat(64) : null
  return (
    <>
      <button type="button" onClick={() => setNames('confirmed')}>
        The platform answers
      </button>
      <PreparePanel task={{ ...task, planHash }} mine={{ ...mine, names }} ticket={() => <p>The ticket</p>} />
    </>
  )
}

test('for who has just confirmed names the ticket opens by itself, and for nobody else', async () => {
  edge()
  const { unmount } = renderPage(<Preparing />, { language: 'en' })
  const frame = await roomFrame()
  const confirmed = { data: { say: 'confirmed' }, origin: EDGE, source: frame.contentWindow as Window }
  await act(async () => void window.dispatchEvent(new MessageEvent('message', confirmed)))
  expect(screen.queryByText('The ticket')).toBeNull()
  await userEvent.click(screen.getByText('The platform answers'))
  expect(await screen.findByText('The ticket')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Read the ticket' })).toBeNull()
  unmount()

  renderPage(<Preparing />, { language: 'en' })
  await roomFrame()
  await userEvent.click(screen.getByText('The platform answers'))
  expect(await screen.findByRole('button', { name: 'Read the ticket' })).toBeTruthy()
  expect(screen.queryByText('The ticket')).toBeNull()
})

test('the ticket waits: for the own words, for the others’, and says why there can be none', async () => {
  edge()
  const show = (change: Partial<typeof mine>, of = task) =>
    renderPage(<PreparePanel task={of} mine={{ ...mine, ...change }} ticket={() => null} />, { language: 'en' })
  const { unmount } = show({})
  expect(await roomFrame()).toBeTruthy()
  expect(screen.getByText('Confirm the names in the plan first.')).toBeTruthy()
  unmount()
  const joining = show({ names: 'confirmed' }, { ...task, joining: 'open' })
  expect(await screen.findByText(/once the initiator has closed joining/)).toBeTruthy()
  joining.unmount()
  const others = show({ names: 'confirmed' }, { ...task, joining: 'closed' })
  expect(await screen.findByText(/once the other parties have confirmed/)).toBeTruthy()
  others.unmount()
  const planFault = { code: 'data.label-one-class', params: { column: 'diagnosis' } }
  show({ names: 'confirmed' }, { ...task, planFault })
  expect(await screen.findByText(/The label “diagnosis” has fewer than two values/)).toBeTruthy()
})
