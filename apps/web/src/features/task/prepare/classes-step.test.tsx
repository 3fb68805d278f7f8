import type { Dataset, SelectedFeature } from '@tessera/contract'
import {
  CheckHealth,
  GetDataset,
  GetEdgeToken,
  ListFormatDifferences,
  ListSelectedFeatures,
  OfferDataset,
} from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { WaitingPanel } from '../detail/WaitingPanel.tsx'
import { ownDataset, registration, taskDetail } from '../test-world.ts'
import { PreparePanel } from './PreparePanel.tsx'

const EDGE = 'http://127.0.0.1:9101'
const ASIDE = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const task = taskDetail({
  algorithms: [{ id: 'lr', name: 'LR', nameCn: '逻辑回归' }],
  columnSelection: { columns: ['radius', 'texture'], label: 'diagnosis' },
  planHash: 'h',
  abilities: { offerData: true, edit: true },
})
const initiator = registration({ datasetId: 'd1' })
const participant = registration({ role: 'participant', partyId: '1002', datasetId: 'd1' })
const named = (feature: string, partyId = '1001'): SelectedFeature => ({
  ...{ id: `${partyId} ${feature}`, taskId: 't1', partyId, partyName: 'Hospital A', tableName: 'x' },
  ...{ label: 'diagnosis', feature, code: null },
})

function world(features: SelectedFeature[], dataset = ownDataset()) {
  return fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
    on(GetDataset, () => dataset),
    on(ListSelectedFeatures, () => features),
    on(ListFormatDifferences, () => ({
      ...{ initiatorName: 'A', participantName: 'B', differences: [], proposals: [], participantColumns: [] },
    })),
    on(OfferDataset, () => registration({ datasetId: ASIDE })),
  )
}
const show = (mine: typeof initiator, language: 'en' | 'cn' = 'en', of = task) =>
  renderPage(<PreparePanel task={of} mine={mine} ticket={() => <p>The ticket</p>} />, { language })
const roomFrame = () =>
  screen.findByTitle<HTMLIFrameElement>('The classes of the offered data, shown by your party’s edge')
/** What the edge's page in the frame would say. */
async function room() {
  const frame = await roomFrame()
  const answers = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => {})
  const says = (data: unknown, { origin = EDGE, source = frame.contentWindow as Window | null } = {}) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
  return { frame, says, answers }
}

beforeEach(() => logIn())

test('classes are chosen in a frame of the edge’s, which is told the label and says neither classes nor rows', async () => {
  const { calls } = world([])
  const classRows = {
    classes: [
      { name: 'benign', rows: 55, parties: 2 },
      { name: 'malignant', rows: 15, parties: 2 },
    ],
    ...{ parties: 2, missing: 0 },
  }
  show({ ...initiator, grant: 'signed' }, 'en', { ...task, classRows })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  const { frame, says, answers } = await room()
  const address = new URL(frame.src)
  expect(address.origin + address.pathname + address.search).toBe(`${EDGE}/choose-classes?id=d1`)
  expect(new URLSearchParams(address.hash.slice(1)).get('task')).toBe('t1')

  for (const from of [{ origin: 'https://elsewhere.example' }, { source: window }]) {
    await says({ say: 'which' }, from)
    await says({ say: 'classes', datasetId: ASIDE, isNamed: true }, from)
  }
  await says({ say: 'classes', datasetId: ASIDE, isNamed: true, names: ['benign'] })
  expect(answers).not.toHaveBeenCalled()
  await says({ say: 'which' })
  const told = answers.mock.calls.filter(([message]) => message.say === 'classes')
  expect(told).toEqual([
    [
      {
        ...{ say: 'classes', label: 'diagnosis', isInitiator: true, canName: true, isSigned: true },
        named: { own: [], initiator: [] },
        rows: [
          { name: 'benign', rows: 55, thin: null },
          { name: 'malignant', rows: 15, thin: 'few' },
        ],
      },
      EDGE,
    ],
  ])
  expect(calls.map(({ path }) => path)).not.toContain(OfferDataset.path)
  await says({ say: 'classes', datasetId: ASIDE, isNamed: true })
  await screen.findByText('The class names are told to the parties of this task.')
  expect(calls.find(({ path }) => path === OfferDataset.path)?.input).toEqual({
    registrationId: 'r1',
    datasetId: ASIDE,
  })
  await waitFor(() => expect(document.querySelector('iframe')).toBeNull())
})

/** The edge has told the platform of other rows. */
function Changing() {
  const [datasetId, setDatasetId] = useState('d1')
  return (
    <>
      <button type="button" onClick={() => setDatasetId(ASIDE)}>
        The channel speaks
      </button>
      <PreparePanel task={task} mine={{ ...initiator, datasetId }} ticket={() => null} />
    </>
  )
}

test('while the page narrows rows, which are another dataset then, it stays in its frame', async () => {
  const narrowed = Promise.withResolvers<Dataset>()
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
    on(GetDataset, ({ datasetId }) => (datasetId === 'd1' ? ownDataset() : narrowed.promise)),
    on(ListSelectedFeatures, () => []),
    on(OfferDataset, () => registration({ datasetId: ASIDE })),
  )
  renderPage(<Changing />, { language: 'en' })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  const { frame, says } = await room()
  fireEvent.click(screen.getByText('The channel speaks'))
  expect(await roomFrame()).toBe(frame)
  await says({ say: 'classes', datasetId: ASIDE, isNamed: true })
  await screen.findByText('The class names are told to the parties of this task.')
})

test('where no row was set aside anew the platform is told of none', async () => {
  const { calls } = world([])
  show(participant, 'cn')
  fireEvent.click(await screen.findByRole('button', { name: '选择：类别' }))
  const frame = await screen.findByTitle<HTMLIFrameElement>('本机构的数据节点显示的所提供数据的类别')
  const data = { say: 'classes', datasetId: null, isNamed: false }
  await act(
    async () =>
      void window.dispatchEvent(new MessageEvent('message', { data, origin: EDGE, source: frame.contentWindow })),
  )
  await screen.findByText('已提供所选类别的行。')
  expect(calls.map(({ path }) => path)).not.toContain(OfferDataset.path)
})

test('once the initiator named classes, a participant has to, and the ticket waits', async () => {
  world([named('benign'), named('malignant')])
  show(participant)
  const { says, answers } = await room()
  await says({ say: 'which' })
  expect(answers.mock.calls.map(([message]) => message).find(({ say }) => say === 'classes')).toMatchObject({
    ...{ isInitiator: false, canName: true },
    named: { own: [], initiator: ['benign', 'malignant'] },
  })
  expect(screen.queryByRole('button', { name: 'Read the ticket' })).toBeNull()
  expect(screen.getByText('Choose your classes first.')).toBeTruthy()
})

test('how many classes were named is known; how many there are is not asked', async () => {
  world([named('benign'), named('malignant')])
  show(initiator)
  expect(await screen.findByText('2 classes, their names told for agreeing codes')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change: Classes' })).toBeTruthy()
})

test('a label of amounts has no classes to choose from', async () => {
  world([], ownDataset({ columnTypes: { diagnosis: 'number' } }))
  show(initiator)
  expect(await screen.findByText('Classes')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Classes')).toBeNull())
})

test('a participant that is ready already hears that its classes are asked for', async () => {
  world([named('benign')])
  const onChange = vi.fn()
  renderPage(<WaitingPanel task={task} mine={participant} onChange={onChange} />, { language: 'en' })
  expect(await screen.findByText(/Hospital A agrees class codes/)).toBeTruthy()
  fireEvent.click(screen.getByText('Choose classes'))
  expect(onChange).toHaveBeenCalledOnce()
})
