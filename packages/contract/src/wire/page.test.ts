import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageInput, pageRequest } from './page.ts'

const PageInput = z.object(pageInput)
const read = (pageNo: unknown, pageSize: unknown) => pageRequest(z.decode(PageInput, { pageNo, pageSize } as never))

test.each([
  [undefined, undefined, { current: 1, size: 10, offset: 0 }],
  ['', '0', { current: 1, size: 10, offset: 0 }],
  ['3', 20, { current: 3, size: 20, offset: 40 }],
  [1_000_000_000, 1_000_000_000, { current: 1_000_000_000, size: 200, offset: 199_999_999_800 }],
])('reads page number %s and page size %s', (pageNo, pageSize, expected) => {
  expect(read(pageNo, pageSize)).toEqual(expected)
})

test.each([1e18, '1e18', '1000000001', 1e30, -1, '-1', 1.5, '1.5', 'NaN', 'x', 'Infinity'])(
  'refuses %s as a page number and as a page size',
  (wrong) => {
    for (const request of [{ pageNo: wrong }, { pageSize: wrong }]) {
      const { error } = z.safeDecode(PageInput, request as never)
      expect(error?.issues).toEqual([expect.objectContaining({ path: Object.keys(request), message: 'request.page' })])
    }
  },
)
