import { AppError, type UploadState } from '@tessera/contract'
import { CheckHealth, ListFailingSoftware, ListMyDatasets, ListPoolDatasets } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { edgeToken, heart, pageWith } from '../../features/dataset/test-world.ts'
import { UploadRooms } from '../../features/dataset/UploadRooms.tsx'
import { endUpload } from '../../features/dataset/upload-rooms.ts'
import { clearFinishedActivities } from '../../lib/activity.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
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

test('the list’s search and page live in the address', async () => {
  const { calls } = fakeServer(list)
  const { router } = renderPage(<MyDataPage />, { path: '/mydata?name=心&pageNo=2' })
  await screen.findByRole('link', { name: '心脏病筛查' })
  expect(calls[0]?.input).toEqual({ pageNo: 2, pageSize: 16, name: '心' })

  await userEvent.clear(screen.getByRole('textbox', { name: '按名称搜索我的数据' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a tourist is told to join a party, and nothing is asked of the server', async () => {
  logIn({ party: null })
  const { calls } = fakeServer()
  const { router } = renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Join or create a party' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/bind'))
  expect(calls).toEqual([])
})

test('without an edge the upload says where to get one', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer(list)
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  expect(await screen.findByRole('button', { name: 'Go to the environment' })).toBeTruthy()
})

test('the upload stays closed while the edge does not answer, and says so', async () => {
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

  expect(await screen.findByText(/The upload stays closed/)).toBeTruthy()
  expect(document.querySelector('iframe')).toBeNull()
  expect(calls.some(({ path }) => path === CheckHealth.path)).toBe(true)
})

const EDGE = 'http://127.0.0.1:9101'
const DATASET = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const room = () => document.querySelector('iframe') as HTMLIFrameElement
/** What the edge's page in the frame would say. */
const roomSays = (data: unknown, { origin = EDGE, source = room().contentWindow as Window | null } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
const upload = (state: UploadState, percent = 0) => roomSays({ say: 'upload', state, percent })

/** The page with its upload opened, as the console has it around all pages. */
async function openUpload() {
  const { calls } = fakeServer(list, healthy, edgeToken)
  const page = renderPage(
    <>
      <ActivityList />
      <MyDataPage />
      <UploadRooms />
    </>,
    { path: '/mydata', language: 'en' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  await screen.findByRole('dialog', { name: 'Upload a dataset' })
  return { ...page, calls }
}

test('the upload is a page of the edge in a frame, and this one asks the edge for nothing but its health', async () => {
  const { calls } = await openUpload()
  expect(room().src).toBe(`${EDGE}/upload#lang=en&theme=light`)
  expect(room().title).toBe("Choose a file and look at what is in it, on a page of your party's edge")
  expect(document.querySelector('input[type=file]')).toBeNull()
  const asked = calls.map(({ path }) => path).filter((path) => path !== CheckHealth.path)
  expect(asked).toEqual([ListMyDatasets.path])
})

test('the data pool takes an upload right there', async () => {
  fakeServer(
    on(ListPoolDatasets, () => pageWith(heart())),
    healthy,
  )
  renderPage(
    <>
      <DataPoolPage />
      <UploadRooms />
    </>,
    { path: '/data', language: 'en' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  await screen.findByRole('dialog', { name: 'Upload a dataset' })
  expect(room().src).toBe(`${EDGE}/upload#lang=en&theme=light`)
})

test('an upload goes on in its frame when the dialog is closed, and is found again to be named', async () => {
  const { router } = await openUpload()
  const frame = room()
  await upload('sending', 25)
  await roomSays({ say: 'hide' })
  expect(await screen.findByText('Data is on its way to the edge.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Long work' })).toBeTruthy()
  await upload('review', 100)
  await userEvent.click(await screen.findByRole('button', { name: 'Name it now' }))
  await screen.findByRole('dialog', { name: 'What the edge found' })
  expect(room()).toBe(frame)
  await roomSays({ say: 'saved', datasetId: DATASET })
  await waitFor(() => expect(router.state.location.href).toBe(`/data-detail?id=${DATASET}`))
  expect(room()).toBeNull()
})

test('a reading that failed while its dialog was closed is found again, or forgotten', async () => {
  await openUpload()
  await upload('reading', 100)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await upload('failed', 100)
  await userEvent.click(await screen.findByRole('button', { name: 'See why' }))
  await screen.findByRole('dialog', { name: 'Upload a dataset' })
  await roomSays({ say: 'hide' })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(room()).toBeNull())
})

test('where nothing was chosen, was thrown away or cancelled, the frame goes with its dialog', async () => {
  await openUpload()
  await roomSays({ say: 'hide' })
  await waitFor(() => expect(room()).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  await screen.findByRole('dialog')
  await upload('review', 100)
  await roomSays({ say: 'discarded' })
  await waitFor(() => expect(room()).toBeNull())
})

test('what is cancelled among the activities goes with its frame', async () => {
  await openUpload()
  await upload('sending', 40)
  await roomSays({ say: 'hide' })
  await userEvent.click(screen.getByRole('button', { name: 'Long work' }))
  expect(await screen.findByText('Data to the edge')).toBeTruthy()
  expect(screen.getByText('40%')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(room()).toBeNull())
})

test.each([
  ['another origin', { say: 'saved', datasetId: DATASET }, { origin: 'https://elsewhere.example' }],
  ['another window', { say: 'saved', datasetId: DATASET }, { source: window }],
  ['a frame that names no dataset', { say: 'saved', datasetId: 'Mary Smith' }, {}],
  ['a frame that says what it read', { say: 'upload', state: 'review', percent: 100, name: 'Smith.zip' }, {}],
] as const)('of an upload nothing is taken from %s', async (_whom, message, from) => {
  const { router } = await openUpload()
  await roomSays(message, from)
  await roomSays({ say: 'ready' })
  expect(screen.getByRole('dialog', { name: 'Upload a dataset' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/mydata')
})
