import { expect, test } from 'vitest'
import type { EncodedRows } from './kind.ts'
import { texts } from './texts.ts'

const input = { kind: 'texts', name: 'c0', column: 'report', longest: 4 } as const
const codesOf = (...given: (string | null)[]) => {
  const { inputs, parts } = texts.encode(
    input,
    given.map((report) => ({ report })),
  ) as EncodedRows
  return { inputs, codes: Array.from(new BigInt64Array((parts[0] as Uint8Array).buffer as ArrayBuffer), Number) }
}

test('code points, not halves of them, with zeros behind the shorter texts', () => {
  expect(codesOf('a𠮷', 'b')).toEqual({
    inputs: [{ name: 'c0', part: 0, type: 'int64', shape: [2, 2] }],
    codes: [97, 0x20bb7, 98, 0],
  })
})

test('no more of a text than is read, counted without the blanks round it', () => {
  expect(codesOf(' \u3000abcdef').codes).toEqual([97, 98, 99, 100])
})

test('a text of blanks takes no longer than any other', () => {
  const began = process.cpuUsage().user
  expect(codesOf(`a${' '.repeat(1_000_000)}b`).codes).toEqual([97, 32, 32, 32])
  // By the pattern that stood here before: a quarter of an hour.
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000)
})

test('a text that is none is empty, and so is no error', () => {
  expect(codesOf(null).codes).toEqual([0])
})

test('a row without the column is one', () => {
  expect(() => texts.encode(input, [{ note: 'x' }])).toThrow(
    expect.objectContaining({ code: 'inference.column-missing', params: { column: 'report' } }),
  )
})
