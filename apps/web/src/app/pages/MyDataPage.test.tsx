import { AppError, type UploadState } from '@tessera/contract'
import { CheckHealth, ListFailingSoftware, ListMyDatasets, ListPoolDatasets } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endUpload } from '../../features/dataset/open-uploads.ts'
import { UploadDialogs } from '../../features/dataset/UploadDialogs.tsx'
import { clearFinishedActivities } from '../../lib/activity.ts'
import { edgeToken, heart, pageWith } from '../../testing/dataset.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { ActivityList } from '../ActivityList.tsx'
import { DataPoolPage } from './DataPoolPage.tsx'
import { MyDataPage } from './MyDataPage.tsx'

const list = on(ListMyDatasets, () => pageWith(heart()))
const healthy = on(CheckHealth, () => ({ status: 'ok' as const }))

beforeEach(() => {
  logIn()
})
afterEach(() => {
  endUpload('1001')
  clearFinishedActivities()
})

test('stores the list’s search text and page number in the address', async () => {
  const { calls } = fakeServer(list)
  const { router } = renderPage(<MyDataPage />, { path: '/mydata?name=心&pageNo=2' })
  await screen.findByRole('link', { name: '心脏病筛查' })
  expect(calls[0]?.input).toEqual({ pageNo: 2, pageSize: 16, name: '心' })

  await userEvent.clear(screen.getByRole('textbox', { name: '按名称搜索我的数据' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('asks a guest to join a party, and sends no request', {
  meta: { spec: 'roles.tourist-upload-data' },
}, async () => {
  logIn({ party: null })
  const { calls } = fakeServer()
  const { router } = renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Join or create a party' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/bind'))
  expect(calls).toEqual([])
})

test('links to the environment page instead of the upload if the party has no edge', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer(list)
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  expect(await screen.findByRole('button', { name: 'Open Environment' })).toBeTruthy()
})

test('does not open the upload while the edge does not respond, and shows the reason', {
  meta: { spec: ['screens.my-data', 'states.edge-health'] },
}, async () => {
  const { calls } = fakeServer(
    list,
    on(CheckHealth, () => {
      throw new AppError('edge.platform-away')
    }),
    on(ListFailingSoftware, () => ['edge'] as never),
    edgeToken,
  )
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))

  expect(await screen.findByText(/Uploads are not possible/)).toBeTruthy()
  expect(document.querySelector('iframe')).toBeNull()
  expect(calls.some(({ path }) => path === CheckHealth.path)).toBe(true)
})

const EDGE = 'http://127.0.0.1:9101'
const DATASET = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const edgeFrame = () => document.querySelector('iframe') as HTMLIFrameElement
/** Simulates a message from the edge's page in the frame. */
const frameSays = (data: unknown, { origin = EDGE, source = edgeFrame().contentWindow as Window | null } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
const upload = (state: UploadState, percent = 0) => frameSays({ say: 'upload', state, percent })

/** Renders the page with an open upload, together with the components that the console adds to every page. */
async function openUpload() {
  const { calls } = fakeServer(list, healthy, edgeToken)
  const page = renderPage(
    <>
      <ActivityList />
      <MyDataPage />
      <UploadDialogs />
    </>,
    { path: '/mydata', language: 'en' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  await screen.findByRole('dialog', { name: 'Upload a dataset' })
  return { ...page, calls }
}

test('shows the upload on an edge page in a frame, and sends the edge only a health check', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  const { calls } = await openUpload()
  expect(edgeFrame().src).toBe(`${EDGE}/upload#lang=en&theme=light`)
  expect(edgeFrame().title).toBe('Choose a file and review its content, on a page of your party’s edge')
  expect(document.querySelector('input[type=file]')).toBeNull()
  const requested = calls.map(({ path }) => path).filter((path) => path !== CheckHealth.path)
  expect(requested).toEqual([ListMyDatasets.path])
})

test('also offers the upload in the data pool', { meta: { spec: 'screens.data-pool' } }, async () => {
  fakeServer(
    on(ListPoolDatasets, () => pageWith(heart())),
    healthy,
  )
  renderPage(
    <>
      <DataPoolPage />
      <UploadDialogs />
    </>,
    { path: '/data', language: 'en' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  await screen.findByRole('dialog', { name: 'Upload a dataset' })
  expect(edgeFrame().src).toBe(`${EDGE}/upload#lang=en&theme=light`)
})

test('continues an upload after its dialog is closed, and opens it again to name the dataset', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  const { router } = await openUpload()
  const frame = edgeFrame()
  await upload('sending', 25)
  await frameSays({ say: 'hide' })
  expect(await screen.findByText('Uploading data to the edge.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Background activity' })).toBeTruthy()
  await upload('review', 100)
  await userEvent.click(await screen.findByRole('button', { name: 'Name it' }))
  await screen.findByRole('dialog', { name: 'Content found by the edge' })
  expect(edgeFrame()).toBe(frame)
  await frameSays({ say: 'saved', datasetId: DATASET })
  await waitFor(() => expect(router.state.location.href).toBe(`/data-detail?id=${DATASET}`))
  expect(edgeFrame()).toBeNull()
})

test('can show or dismiss the error of an upload whose dialog was closed', async () => {
  await openUpload()
  await upload('reading', 100)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await upload('failed', 100)
  await userEvent.click(await screen.findByRole('button', { name: 'View reason' }))
  await screen.findByRole('dialog', { name: 'Upload a dataset' })
  await frameSays({ say: 'hide' })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(edgeFrame()).toBeNull())
})

test('removes the upload’s frame with its dialog if no file was chosen or the draft was discarded', async () => {
  await openUpload()
  await frameSays({ say: 'hide' })
  await waitFor(() => expect(edgeFrame()).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  await screen.findByRole('dialog')
  await upload('review', 100)
  await frameSays({ say: 'discarded' })
  await waitFor(() => expect(edgeFrame()).toBeNull())
})

test('removes the frame of an upload that the user cancels in the list of activities', async () => {
  await openUpload()
  await upload('sending', 40)
  await frameSays({ say: 'hide' })
  await userEvent.click(screen.getByRole('button', { name: 'Background activity' }))
  expect(await screen.findByText('Upload to the edge')).toBeTruthy()
  expect(screen.getByText('40%')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(edgeFrame()).toBeNull())
})

test.each([
  ['another origin', { say: 'saved', datasetId: DATASET }, { origin: 'https://elsewhere.example' }],
  ['another window', { say: 'saved', datasetId: DATASET }, { source: window }],
  ['a frame that names no dataset', { say: 'saved', datasetId: 'Mary Smith' }, {}],
  ['a frame with an undeclared field', { say: 'upload', state: 'review', percent: 100, name: 'Smith.zip' }, {}],
] as const)(
  'ignores an upload message from %s',
  { meta: { claim: 'row-access.forged-message-to-console' } },
  async (_whom, message, from) => {
    const { router } = await openUpload()
    await frameSays(message, from)
    await frameSays({ say: 'ready' })
    expect(screen.getByRole('dialog', { name: 'Upload a dataset' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/mydata')
  },
)
