import { expect, test } from 'vitest'
import { findUnfit } from './unfit.ts'

function nested(depth: number): unknown {
  if (depth === 0) return 'end'
  return depth % 2 ? [nested(depth - 1)] : { in: nested(depth - 1) }
}

test.each([
  ['a NUL in a list', { rows: ['fit', ['a\0b']] }, { code: 'request.nul', params: { field: 'rows.1.0' } }],
  ['half a character in a name', { 'a\uD800': 1 }, { code: 'request.half-character', params: { field: 'a\uFFFD' } }],
  ['the first fault of two', { a: 'x\0', b: '\uD800' }, { code: 'request.nul', params: { field: 'a' } }],
  ['the deepest that may be', nested(64), undefined],
  ['one deeper', nested(65), { code: 'request.too-deep', params: { limit: 64 } }],
  ['nothing', null, undefined],
])('finds a value that databases cannot store: %s', (_what, value, expected) => {
  expect(findUnfit(value)).toEqual(expected)
})
