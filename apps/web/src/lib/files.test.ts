import { AppError } from '@tessera/contract'
import { GetEdgeToken, UploadZip } from '@tessera/contract/wire'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeUpload } from './fake-upload.ts'
import { download, upload } from './files.ts'
import { sessionActions } from './session.ts'
import { fakeServer, logIn, on, testParty } from './testing.tsx'

const other = testParty({ id: '1002', edgeUrl: 'http://127.0.0.1:9102' })

beforeEach(() => {
  sessionActions.end('logout')
  logIn()
  Sending.all = []
})

/** The edge refuses every first token. */
class Sending extends FakeUpload {
  static all: Sending[] = []
  override send() {
    Sending.all.push(this)
    const isFirst = Sending.all.length === 1
    this.status = isFirst ? 401 : 200
    this.refuse(isFirst ? 'edge.token-refused' : 'dataset.zip-empty', {})
  }
}

test('an upload goes to the edge of the party it began for, its second try too', async () => {
  vi.stubGlobal('XMLHttpRequest', Sending)
  let tokens = 0
  const { calls } = fakeServer(
    on(GetEdgeToken, ({ partyId }) => {
      sessionActions.chooseParty(other)
      tokens += 1
      return { token: `${partyId}-${tokens}`, expiresInSeconds: 600 }
    }),
  )
  await expect(upload(UploadZip, new File(['PK'], 'heart.zip'))).rejects.toMatchObject({ code: 'dataset.zip-empty' })
  expect(Sending.all.map(({ url, headers }) => [url, headers['x-access-token'], headers['tenant-id']])).toEqual([
    ['http://127.0.0.1:9101/uploadZip', '1001-1', '1001'],
    ['http://127.0.0.1:9101/uploadZip', '1001-2', '1001'],
  ])
  expect(calls.map(({ headers }) => headers.get('tenant-id'))).toEqual(['1001', '1001'])
})

test('a download that is refused says why, and what of it is cancelled stays cancelled', async () => {
  fakeServer(
    on(GetEdgeToken, () => {
      throw new AppError('party.not-member')
    }),
  )
  await expect(download('/results/r1.csv', 'r1.csv', { at: 'edge' })).rejects.toMatchObject({
    code: 'party.not-member',
  })
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
  const signal = AbortSignal.abort()
  await expect(download('/model.zip', 'm.zip', { at: 'platform', signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
