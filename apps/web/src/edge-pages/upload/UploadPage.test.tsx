import { AppError, type Input } from '@tessera/contract'
import { GetColumnProfiles, GetEdgeSession, SaveDataset } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as ownEdge from '../../lib/own-edge.ts'
import { ageProfile } from '../../testing/dataset.ts'
import { chooseFile, FakeUpload, fakeUploads, finishUpload, uploadHeart, zip } from '../../testing/edge-upload.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, fill, on, renderPage } from '../../testing/world.tsx'
import { UploadPage } from './UploadPage.tsx'
import { forgetUpload } from './uploads.ts'

const CONSOLE = 'https://console.example'
const DATASET = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const inSession = on(GetEdgeSession, session)
const profiles = on(GetColumnProfiles, () => [ageProfile])
const meta = document.createElement('meta')
const postMessage = vi.fn()

beforeEach(() => {
  history.replaceState(null, '', '/upload')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  postMessage.mockReset()
  ownEdge.enterAs('edge-token')
  fakeUploads()
})
afterEach(() => {
  forgetUpload()
  meta.remove()
})

const open = () => renderPage(<UploadPage />, { path: '/upload', language: 'en' })
/** Renders the page in a frame of the console. */
const openFramed = () => {
  vi.stubGlobal('parent', { postMessage } as unknown as Window)
  return open()
}
const sentMessages = () => postMessage.mock.calls.map(([message]) => message)
const leaving = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('refuses a file that is not a .zip without sending it', {
  meta: { spec: 'validation.dataset-zip-only' },
}, async () => {
  fakeServer()
  open()
  // The file chooser only offers .zip files, but any file can be dropped.
  await chooseFile(zip('heart.csv'))
  expect((await screen.findByRole('alert')).textContent).toContain('heart.csv is not a .zip file')
  expect(FakeUpload.last).toBeNull()
})

test('uploads to the edge that serves the page, shows the progress, and names the dataset at the end', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  const saved: Input<typeof SaveDataset>[] = []
  fakeServer(
    inSession,
    profiles,
    on(SaveDataset, (input) => {
      saved.push(input)
      return { datasetId: DATASET }
    }),
  )
  open()
  await uploadHeart()
  expect(FakeUpload.last?.url).toBe(`${location.origin}/uploadZip`)
  expect(FakeUpload.last?.headers['x-access-token']).toBe('edge-token')
  act(() => FakeUpload.last?.upload.onprogress?.({ loaded: 1024, total: 4096 }))
  expect(await screen.findByText('1.0 KB of 4.0 KB')).toBeTruthy()
  // On a stand-alone page, there is no console in which the upload could continue.
  expect(screen.queryByRole('button', { name: 'Continue in background' })).toBeNull()

  finishUpload()
  await userEvent.click(await screen.findByRole('button', { name: 'Save dataset' }))
  expect(await screen.findByText(/Enter a short introduction/)).toBeTruthy()
  expect(saved).toEqual([])
  expect(screen.getByText('4.0 KB')).toBeTruthy()
  expect(screen.getByText('Whole number')).toBeTruthy()

  await fill(screen.getByRole('textbox', { name: 'Introduction' }), 'Screening records')
  await userEvent.click(screen.getByRole('button', { name: 'Save dataset' }))
  const link = await screen.findByRole('link', { name: 'View dataset' })
  expect(link.getAttribute('href')).toBe(`${location.origin}/dataset?id=${DATASET}`)
  expect(saved).toEqual([
    { draftId: 'draft-1', name: 'heart', description: 'Screening records', sharing: 'party', overwrite: false },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Upload another' }))
  expect(await screen.findByText(/Drop a .zip file here/)).toBeTruthy()
})

test('in a frame, tells the console only the progress and the id of the dataset', {
  meta: { claim: 'row-access.upload-contents' },
}, async () => {
  fakeServer(
    inSession,
    profiles,
    on(SaveDataset, () => ({ datasetId: DATASET })),
  )
  openFramed()
  await uploadHeart()
  act(() => FakeUpload.last?.upload.onprogress?.({ loaded: 1024, total: 4096 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue in background' }))
  act(() => FakeUpload.last?.upload.onprogress?.({ loaded: 4096, total: 4096 }))
  await screen.findByText('The edge is reading the file…')
  finishUpload()
  await fill(await screen.findByRole('textbox', { name: 'Introduction' }), 'Screening records')
  await userEvent.click(screen.getByRole('button', { name: 'Save dataset' }))
  await waitFor(() => expect(sentMessages().at(-1)).toEqual({ say: 'saved', datasetId: DATASET }))
  expect(sentMessages()).toEqual([
    { say: 'upload', state: 'empty', percent: 0 },
    { say: 'upload', state: 'sending', percent: 0 },
    { say: 'upload', state: 'sending', percent: 25 },
    { say: 'hide' },
    { say: 'upload', state: 'reading', percent: 100 },
    { say: 'upload', state: 'review', percent: 100 },
    { say: 'saved', datasetId: DATASET },
  ])
  for (const [, origin] of postMessage.mock.calls) expect(origin).toBe(CONSOLE)
})

test('shows the progress of hashing, and tells the console that 0 % are sent', async () => {
  fakeServer(inSession, profiles)
  const sent = Promise.withResolvers<never>()
  const upload = vi.spyOn(ownEdge, 'uploadToOwnEdge').mockReturnValue(sent.promise)
  openFramed()
  await chooseFile()
  await waitFor(() => expect(upload).toHaveBeenCalled())
  const { onHashed, onProgress } = upload.mock.calls[0]?.[2] ?? {}
  act(() => onHashed?.({ loaded: 2048, total: 4096 }))
  expect(screen.getByText(/^Computing the checksum/)).toBeTruthy()
  expect(screen.getByText('2.0 KB of 4.0 KB')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(leaving()).toBe(false)
  act(() => onHashed?.({ loaded: 4096, total: 4096 }))
  expect(screen.getByText('4.0 KB of 4.0 KB')).toBeTruthy()
  act(() => onProgress?.({ loaded: 1024, total: 4096 }))
  expect(screen.queryByText(/^Computing the checksum/)).toBeNull()
  expect(screen.getByText('1.0 KB of 4.0 KB')).toBeTruthy()
  expect(sentMessages().slice(1)).toEqual([
    { say: 'upload', state: 'sending', percent: 0 },
    { say: 'upload', state: 'sending', percent: 25 },
  ])
  upload.mockRestore()
  // Ends the upload, because all tests of this file share the list of activities.
  await act(async () => sent.reject(new Error('lost')))
  expect(sentMessages().at(-1)).toMatchObject({ say: 'upload', state: 'failed' })
})

test('hides the upload on Escape, and asks before the user leaves an unfinished upload', {
  meta: { spec: 'screens.my-data' },
}, async () => {
  fakeServer(inSession, profiles)
  openFramed()
  await screen.findByText(/Drop a .zip file here/)
  expect(leaving()).toBe(true)
  await uploadHeart()
  expect(leaving()).toBe(false)
  finishUpload()
  await screen.findByRole('button', { name: 'Save dataset' })
  expect(leaving()).toBe(false)
  await userEvent.keyboard('{Escape}')
  expect(sentMessages().at(-1)).toEqual({ say: 'hide' })

  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const before = sentMessages().length
  await screen.findByText('Discard this upload?')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Discard this upload?')).toBeNull())
  expect(sentMessages()).toHaveLength(before)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const sure = (await screen.findAllByRole('button', { name: 'Discard' })).at(-1) as HTMLElement
  await userEvent.click(sure)
  await waitFor(() => expect(sentMessages()).toContainEqual({ say: 'discarded' }))
  expect(leaving()).toBe(true)
})

test('replaces a dataset with the same name only after a confirmation that describes it', {
  meta: { spec: ['screens.dialog-upload-dataset', 'validation.dataset-duplicate-name'] },
}, async () => {
  const saved: Input<typeof SaveDataset>[] = []
  fakeServer(
    inSession,
    profiles,
    on(SaveDataset, (input) => {
      saved.push(input)
      if (input.overwrite) return { datasetId: DATASET }
      throw new AppError('dataset.name-taken', { rows: 120, since: '2026-01-05T08:00:00Z' })
    }),
  )
  open()
  await uploadHeart()
  finishUpload()
  await fill(await screen.findByRole('textbox', { name: 'Introduction' }), 'Again')
  await userEvent.click(screen.getByRole('button', { name: 'Save dataset' }))

  await screen.findByText('You already have a dataset named heart')
  expect(screen.getByText(/It has 120 rows and was uploaded on 5 Jan 2026/)).toBeTruthy()
  expect(saved).toMatchObject([{ name: 'heart', overwrite: false }])
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ name: 'heart', overwrite: true }))
})

test('offers a new upload if the edge no longer has the draft', {
  meta: { spec: 'validation.upload-again-code' },
}, async () => {
  fakeServer(
    inSession,
    profiles,
    on(SaveDataset, () => {
      throw new AppError('dataset.upload-again')
    }),
  )
  open()
  await uploadHeart()
  finishUpload()
  await fill(await screen.findByRole('textbox', { name: 'Introduction' }), 'Late')
  await userEvent.click(screen.getByRole('button', { name: 'Save dataset' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Upload again' }))
  expect(await screen.findByText(/Drop a .zip file here/)).toBeTruthy()
})

test('shows that an upload was cancelled, and offers another one', async () => {
  fakeServer()
  open()
  await uploadHeart()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByText('Upload cancelled.')).toBeTruthy()
  expect(screen.getByText(/Drop a .zip file here/)).toBeTruthy()
})

test('links to the console if the upload page has no token', async () => {
  ownEdge.enterAs(null)
  fakeServer()
  open()
  await uploadHeart()
  act(() => FakeUpload.last?.refuse('edge.token-required', {}))
  const back = await screen.findByRole('link', { name: 'Back to the console' })
  expect(back.getAttribute('href')).toBe(`${CONSOLE}/mydata`)
})
