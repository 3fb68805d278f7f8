import { expect, test } from 'vitest'
import { readableSize } from './readable-size.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [123_290, '120.4 KB'],
  [1024 ** 2 - 1, '1.0 MB'],
  [5.5 * 1024 ** 3, '5.5 GB'],
  [3_000 * 1024 ** 4, '3000.0 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(readableSize(bytes)).toBe(text)
})
