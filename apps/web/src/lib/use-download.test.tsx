import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { logIn, renderPage } from '../testing/world.tsx'
import { ErrorNote } from '../ui/index.ts'
import { cancelActivity, clearFinishedActivities, useActivities } from './activity.ts'
import { useDownload } from './use-download.ts'

function Page() {
  const file = useDownload({ path: '/file?id=m1', name: 'Heart: A/B', extension: 'zip', page: '/here' })
  const [activity] = useActivities()
  return (
    <>
      <button type="button" onClick={() => file.mutate()}>
        fetch
      </button>
      <ErrorNote error={file.error} />
      <output>{activity && `${activity.title} ${activity.status} ${activity.loaded}`}</output>
      <button type="button" onClick={() => activity && cancelActivity(activity.id)}>
        cancel
      </button>
    </>
  )
}

function answerWith(answer: (init: RequestInit) => Promise<Response>) {
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => answer(init))
}

const saved: string[] = []
vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
  saved.push(this.download)
})
URL.createObjectURL = () => 'blob:file'
afterEach(() => {
  act(() => clearFinishedActivities())
  saved.length = 0
})

test('saves a downloaded file under its name, and lists the download among the activities', {
  meta: { spec: 'errors.success-model-actions' },
}, async () => {
  logIn()
  answerWith(async () => new Response('12345', { headers: { 'content-type': 'application/zip' } }))
  renderPage(<Page />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'fetch' }))
  expect(await screen.findByText('Heart-A-B.zip done 5')).toBeTruthy()
  expect(saved).toEqual(['Heart-A-B.zip'])
})

test('shows beside the button why a download failed', async () => {
  logIn()
  const envelope = { success: false, code: 500, message: '', result: null, timestamp: 0, error: 'model.not-found' }
  answerWith(async () => Response.json(envelope))
  renderPage(<Page />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'fetch' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/model/)
  expect(screen.getByText('Heart-A-B.zip failed 0')).toBeTruthy()
  expect(saved).toEqual([])
})

test('shows no error for a cancelled download', async () => {
  logIn()
  answerWith(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
      }),
  )
  renderPage(<Page />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'fetch' }))
  await screen.findByText('Heart-A-B.zip running 0')
  await userEvent.click(screen.getByRole('button', { name: 'cancel' }))
  await waitFor(() => expect(screen.getByText('Heart-A-B.zip cancelled 0')).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).toEqual([])
})
