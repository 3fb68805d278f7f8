import { AppError, type Input } from '@tessera/contract'
import {
  CheckHealth,
  GetColumnProfiles,
  ListFailingSoftware,
  ListMyDatasets,
  SaveDataset,
  SearchDatasetName,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeUpload, fakeUploads, finishUpload, uploadHeart, zip } from '../../features/dataset/fake-upload.ts'
import { ageProfile, edgeToken, heart, pageWith } from '../../features/dataset/test-world.ts'
import { forgetUpload } from '../../features/dataset/uploads.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { MyDataPage } from './MyDataPage.tsx'

const list = on(ListMyDatasets, () => pageWith(heart()))
const healthy = on(CheckHealth, () => ({ status: 'ok' as const }))
const profiles = on(GetColumnProfiles, () => [ageProfile])

beforeEach(() => {
  logIn()
  fakeUploads()
})
afterEach(() => forgetUpload())

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
  expect(screen.queryByText(/Drop a .zip file here/)).toBeNull()
  expect(calls.some(({ path }) => path === CheckHealth.path)).toBe(true)
})

test('a file that is no .zip is refused before anything is sent', async () => {
  fakeServer(list, healthy, edgeToken)
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  const dialog = await screen.findByRole('dialog')
  // A drop is not filtered by the chooser's file types.
  fireEvent.change(dialog.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [zip('heart.csv')] },
  })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('heart.csv is not a .zip file')
  expect(FakeUpload.last).toBeNull()
})

test('an upload shows its amount, goes on when its dialog is closed, and is named at the end', async () => {
  const saved: Input<typeof SaveDataset>[] = []
  fakeServer(
    list,
    healthy,
    profiles,
    edgeToken,
    on(SearchDatasetName, () => []),
    on(SaveDataset, (input) => {
      saved.push(input)
      return { datasetId: 'd9' }
    }),
  )
  const { router } = renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  const dialog = await uploadHeart()
  expect(FakeUpload.last?.url).toBe('http://127.0.0.1:9101/uploadZip')
  expect(FakeUpload.last?.headers['x-access-token']).toBe('edge-token')
  FakeUpload.last?.upload.onprogress?.({ loaded: 1024, total: 4096 })
  expect(await within(dialog).findByText('1.0 KB of 4.0 KB')).toBeTruthy()

  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue in background' }))
  expect(await screen.findByText('Uploading heart.zip')).toBeTruthy()
  finishUpload()
  await userEvent.click(await screen.findByRole('button', { name: 'Name it now' }))

  const named = await screen.findByRole('dialog', { name: 'What the edge found' })
  expect(within(named).getByText('4.0 KB')).toBeTruthy()
  expect(within(named).getByText('Whole number')).toBeTruthy()
  await userEvent.click(within(named).getByRole('button', { name: 'Save dataset' }))
  expect(await within(named).findByText(/Write a short introduction/)).toBeTruthy()
  expect(saved).toEqual([])

  await fill(within(named).getByRole('textbox', { name: 'Introduction' }), 'Screening records')
  await userEvent.click(within(named).getByRole('button', { name: 'Save dataset' }))
  await waitFor(() => expect(router.state.location.href).toBe('/data-detail?id=d9'))
  expect(saved).toEqual([
    { draftId: 'draft-1', name: 'heart', description: 'Screening records', sharing: 'party', overwrite: false },
  ])
})

test('a name that is taken is overwritten only after a yes', async () => {
  const saved: Input<typeof SaveDataset>[] = []
  fakeServer(
    list,
    healthy,
    profiles,
    edgeToken,
    on(SearchDatasetName, ({ name }) => [heart({ name })]),
    on(SaveDataset, (input) => {
      saved.push(input)
      return { datasetId: 'd1' }
    }),
  )
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await uploadHeart()
  finishUpload()
  await fill(await screen.findByRole('textbox', { name: 'Introduction' }), 'Again')
  await userEvent.click(screen.getByRole('button', { name: 'Save dataset' }))

  await screen.findByText('You already have a dataset named heart')
  expect(saved).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Replace it' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'heart', overwrite: true }]))
})

test('a draft that the edge no longer keeps is uploaded again', async () => {
  fakeServer(
    list,
    healthy,
    profiles,
    edgeToken,
    on(SearchDatasetName, () => []),
    on(SaveDataset, () => {
      throw new AppError('dataset.upload-again')
    }),
  )
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  await uploadHeart()
  finishUpload()
  await fill(await screen.findByRole('textbox', { name: 'Introduction' }), 'Late')
  await userEvent.click(screen.getByRole('button', { name: 'Save dataset' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Upload again' }))
  expect(await screen.findByText(/Drop a .zip file here/)).toBeTruthy()
})

test('a cancelled upload says so and can begin anew', async () => {
  fakeServer(list, healthy, edgeToken)
  renderPage(<MyDataPage />, { path: '/mydata', language: 'en' })
  const dialog = await uploadHeart()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel upload' }))
  expect(await within(dialog).findByText('The upload was cancelled.')).toBeTruthy()
  expect(within(dialog).getByText(/Drop a .zip file here/)).toBeTruthy()
})
