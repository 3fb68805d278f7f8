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

test('encodes a text as code points instead of UTF-16 units, with zeros after shorter texts', () => {
  expect(codesOf('a𠮷', 'b')).toEqual({
    inputs: [{ name: 'c0', part: 0, type: 'int64', shape: [2, 2] }],
    codes: [97, 0x20bb7, 98, 0],
  })
})

test('reads at most as many characters of a text as the model does, after removing surrounding blanks', () => {
  expect(codesOf(' \u3000abcdef').codes).toEqual([97, 98, 99, 100])
})

test('reads a text of blanks as fast as any other', () => {
  const began = process.cpuUsage().user
  expect(codesOf(`a${' '.repeat(1_000_000)}b`).codes).toEqual([97, 32, 32, 32])
  // An earlier version with a regular expression took 15 minutes for such a text.
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000)
})

test('treats a value that is not a text as an empty text', () => {
  expect(codesOf(null).codes).toEqual([0])
})

test('refuses a row without the text column', () => {
  expect(() => texts.encode(input, [{ note: 'x' }])).toThrow(
    expect.objectContaining({ code: 'inference.column-missing', params: { column: 'report' } }),
  )
})
