import { expect, test } from 'vitest'
import type { EncodedRows } from './kind.ts'
import { readTokens, tokens } from './tokens.ts'

const input = { kind: 'tokens', name: 'c0', column: 'tokens', longest: 3, letters: 4 } as const

test('encodes the code points of each token, with zeros after shorter tokens and after a text', () => {
  const { inputs, parts } = tokens.encode(input, [{ tokens: '["a𠮷","b"]' }, { tokens: 'Zürich' }]) as EncodedRows
  expect(inputs).toEqual([{ name: 'c0', part: 0, type: 'int64', shape: [2, 2, 4] }])
  const codes = Array.from(new BigInt64Array((parts[0] as Uint8Array).buffer as ArrayBuffer), Number)
  expect(codes).toEqual([97, 0x20bb7, 0, 0, 98, 0, 0, 0, 90, 252, 114, 105, 0, 0, 0, 0])
})

test('splits a text into tokens, joins a list of tokens, and reads no more of them than the model does', () => {
  const cut = readTokens(input, { tokens: '张三 slept well.' })
  expect([cut.text, cut.tokens.map(({ text }) => text)]).toEqual(['张三 slept well.', ['张', '三', 'slept']])
  const joined = readTokens(input, { tokens: '["Ann","slept","well","."]' })
  expect([joined.text, joined.tokens.at(-1)]).toEqual(['Ann slept well.', { text: 'well', start: 10, end: 14 }])
  expect(readTokens(input, { tokens: null })).toEqual({ text: '', tokens: [] })
})

test('refuses a row without the text column, or with a value that is not a text', () => {
  const refused = (code: string) => expect.objectContaining({ code, params: { column: 'tokens' } })
  expect(() => readTokens(input, { text: 'x' })).toThrow(refused('inference.column-missing'))
  expect(() => readTokens(input, { tokens: 7 })).toThrow(refused('inference.tokens-wrong'))
})
