import { UploadZip } from '@tessera/contract/wire'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeUpload } from '../testing/fake-upload.ts'
import { fakeServer, logIn } from '../testing/world.tsx'
import { download, upload } from './files.ts'
import { sessionActions } from './session.ts'

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

test('sends files to the platform and downloads them from there, without an edge token', {
  meta: { claim: 'row-access.misdirected-console-calls' },
}, async () => {
  vi.stubGlobal('XMLHttpRequest', Sending)
  const hosts: string[] = []
  const { calls } = fakeServer()
  await expect(upload(UploadZip, new File(['PK'], 'heart.zip'))).rejects.toMatchObject({ code: 'dataset.zip-empty' })
  expect(Sending.all.map(({ url }) => new URL(url, 'http://console.test').host)).toEqual(['console.test'])
  vi.stubGlobal('fetch', (url: string) => {
    hosts.push(new URL(url, 'http://console.test').host)
    return Promise.reject(new Error('away'))
  })
  await expect(download('/results/r1.csv', 'r1.csv', {})).rejects.toMatchObject({ code: 'client.no-response' })
  expect(hosts).toEqual(['console.test'])
  expect(calls).toEqual([])
})

test('reports why a download was refused, and throws an AbortError if it was cancelled', async () => {
  const refused = { success: false, code: 500, message: 'no', result: null, timestamp: 0, error: 'party.not-member' }
  vi.stubGlobal('fetch', async () => Response.json(refused))
  await expect(download('/results/r1.csv', 'r1.csv', {})).rejects.toMatchObject({ code: 'party.not-member' })
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
  const signal = AbortSignal.abort()
  await expect(download('/model.zip', 'm.zip', { signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
