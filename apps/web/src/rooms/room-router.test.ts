import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRoomRouter } from './room-router.ts'

/** What a page of the edge's takes from the address that it was opened with. */

const LOOKED = '&sort=age&filters=%5B%5D&rowPage=3'
const opened = async (search: string, step: string | null = '7') => {
  history.replaceState(null, '', `/dataset${search}`)
  const router = createRoomRouter(() => null, step)
  await router.load()
  return router
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('parent', {})
})
afterEach(() => vi.unstubAllGlobals())

test('in a frame nothing but the dataset is taken from the console’s address: no conditions, order, page or columns', async () => {
  await opened(`?id=d1${LOOKED}`)
  expect(location.search).toBe('?id=d1')
  await opened(`?id=d1${LOOKED}`, null)
  expect(location.search).toBe('?id=d1')
})

test('what was looked at in the frame itself is there again at the same step, for the same dataset', async () => {
  const router = await opened('?id=d1')
  await router.navigate({ to: '.', search: { id: 'd1', rowPage: '3' } as never })
  await opened(`?id=d1${LOOKED}`)
  expect(location.search).toBe('?id=d1&rowPage=3')
  await opened('?id=d2')
  expect(location.search).toBe('?id=d2')
})

test('a page by itself keeps its address, and leaves nothing for a frame to take', async () => {
  vi.unstubAllGlobals()
  await opened(`?id=d1${LOOKED}`)
  expect(location.search).toBe(`?id=d1${LOOKED}`)
  expect(sessionStorage).toHaveLength(0)
})
