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
import { ownDataset, registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { WaitingPanel } from '../detail/WaitingPanel.tsx'
import { PreparePanel } from './PreparePanel.tsx'

const EDGE = 'http://127.0.0.1:9101'
const ASIDE = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const task = taskDetail({
  algorithms: [{ id: 'lr', name: { cn: '逻辑回归', en: 'LR' } }],
  columnSelection: { columns: ['radius', 'texture'], label: 'diagnosis' },
  planHash: 'h',
  abilities: { offerData: true, edit: true },
})
const initiator = registration({ datasetId: 'd1' })
const participant = registration({ role: 'participant', partyId: '1002', datasetId: 'd1' })
const named = (feature: string, partyId = '1001'): SelectedFeature => ({
  id: `${partyId} ${feature}`,
  taskId: 't1',
  partyId,
  partyName: 'Hospital A',
  tableName: 'x',
  label: 'diagnosis',
  feature,
  code: null,
})

function world(features: SelectedFeature[], dataset = ownDataset()) {
  return fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
    on(GetDataset, () => dataset),
    on(ListSelectedFeatures, () => features),
    on(ListFormatDifferences, () => ({
      initiatorName: 'A',
      participantName: 'B',
      differences: [],
      proposals: [],
      participantColumns: [],
    })),
    on(OfferDataset, () => registration({ datasetId: ASIDE })),
  )
}
const show = (mine: typeof initiator, language: 'en' | 'cn' = 'en', of = task) =>
  renderPage(<PreparePanel task={of} mine={mine} ticket={() => <p>The ticket</p>} />, { language })
const edgeFrame = () => screen.findByTitle<HTMLIFrameElement>('Classes of the offered data, shown by your party’s edge')
/** Returns the edge page's frame, a function that sends its messages, and a spy on the console's replies. */
async function openClasses() {
  const frame = await edgeFrame()
  const answers = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => {})
  const says = (data: unknown, { origin = EDGE, source = frame.contentWindow as Window | null } = {}) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
  return { frame, says, answers }
}

beforeEach(() => logIn())

test('lets the user choose classes in a frame of the edge, which tells the console neither classes nor rows', {
  meta: { spec: 'screens.column-feature-selection', claim: 'row-access.class-selection' },
}, async () => {
  const { calls } = world([])
  const classRows = {
    classes: [
      { name: 'benign', rows: 55, parties: 2 },
      { name: 'malignant', rows: 15, parties: 2 },
    ],
    parties: 2,
    missing: 0,
  }
  show({ ...initiator, grant: 'signed' }, 'en', { ...task, classRows })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  const { frame, says, answers } = await openClasses()
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
  const replies = answers.mock.calls.filter(([message]) => message.say === 'classes')
  expect(replies).toEqual([
    [
      {
        say: 'classes',
        label: 'diagnosis',
        isInitiator: true,
        canName: true,
        isSigned: true,
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
  await screen.findByText('The class names are shared with the parties of this task.')
  expect(calls.find(({ path }) => path === OfferDataset.path)?.input).toEqual({
    registrationId: 'r1',
    datasetId: ASIDE,
  })
  await waitFor(() => expect(document.querySelector('iframe')).toBeNull())
})

/** The edge reports to the platform that it offers other rows. */
function Changing() {
  const [datasetId, setDatasetId] = useState('d1')
  return (
    <>
      <button type="button" onClick={() => setDatasetId(ASIDE)}>
        Live message
      </button>
      <PreparePanel task={task} mine={{ ...initiator, datasetId }} ticket={() => null} />
    </>
  )
}

test('does not reload the frame when the edge page leaves out rows and thus creates another dataset', async () => {
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
  const { frame, says } = await openClasses()
  fireEvent.click(screen.getByText('Live message'))
  expect(await edgeFrame()).toBe(frame)
  await says({ say: 'classes', datasetId: ASIDE, isNamed: true })
  await screen.findByText('The class names are shared with the parties of this task.')
})

test('reports no other dataset to the platform if no rows were left out', async () => {
  const { calls } = world([])
  show(participant, 'cn')
  fireEvent.click(await screen.findByRole('button', { name: '选择：类别' }))
  const frame = await screen.findByTitle<HTMLIFrameElement>('所提供数据的类别，由本机构的数据节点显示')
  const data = { say: 'classes', datasetId: null, isNamed: false }
  await act(
    async () =>
      void window.dispatchEvent(new MessageEvent('message', { data, origin: EDGE, source: frame.contentWindow })),
  )
  await screen.findByText('已提供所选类别的数据。')
  expect(calls.map(({ path }) => path)).not.toContain(OfferDataset.path)
})

test('requires a participant to choose classes before the ticket if the initiator has named some', async () => {
  world([named('benign'), named('malignant')])
  show(participant)
  const { says, answers } = await openClasses()
  await says({ say: 'which' })
  expect(answers.mock.calls.map(([message]) => message).find(({ say }) => say === 'classes')).toMatchObject({
    isInitiator: false,
    canName: true,
    named: { own: [], initiator: ['benign', 'malignant'] },
  })
  expect(screen.queryByRole('button', { name: 'Review ticket' })).toBeNull()
  expect(screen.getByText('Choose your classes first.')).toBeTruthy()
})

test('shows how many classes are named without a call to the edge', async () => {
  world([named('benign'), named('malignant')])
  show(initiator)
  expect(await screen.findByText('2 class names shared to agree on codes')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change: Classes' })).toBeTruthy()
})

test('shows no step for classes if the label is numeric', async () => {
  world([], ownDataset({ columnTypes: { diagnosis: 'number' } }))
  show(initiator)
  expect(await screen.findByText('Classes')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Classes')).toBeNull())
})

test('tells a participant who was ready that classes are required now', async () => {
  world([named('benign')])
  const onChange = vi.fn()
  renderPage(<WaitingPanel task={task} mine={participant} onChange={onChange} />, { language: 'en' })
  expect(await screen.findByText(/Hospital A will agree on class codes/)).toBeTruthy()
  fireEvent.click(screen.getByText('Choose classes'))
  expect(onChange).toHaveBeenCalledOnce()
})
