import { CheckHealth, GetEdgeToken } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
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
  const onDone = vi.fn()
  renderPage(<NamesStep task={task} mine={{ ...mine, grant: 'signed' }} onDone={onDone} />, { language: 'en' })
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
