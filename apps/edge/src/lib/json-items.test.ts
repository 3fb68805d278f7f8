import { afterEach, expect, test, vi } from 'vitest'
import { parseJson } from './json-items.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['{"id": 12345678901234567890, "x": 0.5}', { id: '12345678901234567890', x: 0.5 }],
  ['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9007199254740991]],
  ['[0.12345678901234567890, 1.0000000000000000e3]', [0.12345678901234568, 1000]],
])('keeps the digits of whole numbers that a double would round: %s', (text, expected) => {
  expect(parseJson(text)).toEqual(expected)
})

test('does not call a JSON reviver for each number of an embedding, because this is slow', () => {
  const parse = vi.spyOn(JSON, 'parse')
  parseJson('[0.12345678901234567, -0.9876543210987654321, 12.12345678901234567890]')
  expect(parse.mock.calls.map(([, reviver]) => reviver)).toEqual([undefined])
})
