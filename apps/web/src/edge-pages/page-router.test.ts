import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageRouter } from './page-router.ts'

/** Tests which parts of the address an edge page uses. */

const VIEW = '&sort=age&filters=%5B%5D&rowPage=3'
const openRouter = async (search: string, step: string | null = '7') => {
  history.replaceState(null, '', `/dataset${search}`)
  const router = createPageRouter(() => null, step)
  await router.load()
  return router
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('parent', {})
})
afterEach(() => vi.unstubAllGlobals())

test('in a frame, uses only the dataset’s id of the console’s address, and no filters, order, page or columns', {
  meta: { claim: 'row-access.frame-height-leak' },
}, async () => {
  await openRouter(`?id=d1${VIEW}`)
  expect(location.search).toBe('?id=d1')
  await openRouter(`?id=d1${VIEW}`, null)
  expect(location.search).toBe('?id=d1')
})

test('restores a frame’s own address for the same history entry and dataset', async () => {
  const router = await openRouter('?id=d1')
  await router.navigate({ to: '.', search: { id: 'd1', rowPage: '3' } as never })
  await openRouter(`?id=d1${VIEW}`)
  expect(location.search).toBe('?id=d1&rowPage=3')
  await openRouter('?id=d2')
  expect(location.search).toBe('?id=d2')
})

test('keeps the address of a stand-alone page and stores nothing for a frame', async () => {
  vi.unstubAllGlobals()
  await openRouter(`?id=d1${VIEW}`)
  expect(location.search).toBe(`?id=d1${VIEW}`)
  expect(sessionStorage).toHaveLength(0)
})
