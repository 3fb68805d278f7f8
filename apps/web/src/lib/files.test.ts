import { UploadZip } from '@tessera/contract/wire'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeUpload } from './fake-upload.ts'
import { download, upload } from './files.ts'
import { sessionActions } from './session.ts'
import { fakeServer, logIn } from './testing.tsx'

beforeEach(() => {
  sessionActions.end('logout')
  logIn()
  Sending.all = []
})

class Sending extends FakeUpload {
  static all: Sending[] = []
  override send() {
    Sending.all.push(this)
    this.status = 400
    this.refuse('dataset.zip-empty', {})
  }
}

test('files go to the platform and come from there, and no edge is asked for a token, whatever a page wants', async () => {
  vi.stubGlobal('XMLHttpRequest', Sending)
  const asked: string[] = []
  const { calls } = fakeServer()
  await expect(upload(UploadZip, new File(['PK'], 'heart.zip'))).rejects.toMatchObject({ code: 'dataset.zip-empty' })
  expect(Sending.all.map(({ url }) => new URL(url, 'http://console.test').host)).toEqual(['console.test'])
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(new URL(url, 'http://console.test').host)
    return Promise.reject(new Error('away'))
  })
  await expect(download('/results/r1.csv', 'r1.csv', {})).rejects.toMatchObject({ code: 'client.no-response' })
  expect(asked).toEqual(['console.test'])
  expect(calls).toEqual([])
})

test('a download that is refused says why, and what of it is cancelled stays cancelled', async () => {
  const refused = { success: false, code: 500, message: 'no', result: null, timestamp: 0, error: 'party.not-member' }
  vi.stubGlobal('fetch', async () => Response.json(refused))
  await expect(download('/results/r1.csv', 'r1.csv', {})).rejects.toMatchObject({ code: 'party.not-member' })
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
  const signal = AbortSignal.abort()
  await expect(download('/model.zip', 'm.zip', { signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
