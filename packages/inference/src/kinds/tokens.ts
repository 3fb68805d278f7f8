import { cutTokens, fail, joinTokens, listIn, type TableRow, type Token, type TokensInput } from '@tessera/contract'
import { Int64Numbers } from './int64.ts'
import type { InferenceKind } from './kind.ts'

/** Number of values that hashing needs per character of a token. */
const HASHED = 32

/**
 * Encodes each token as code points, with zeros after the end of a token and of a text. The graph hashes them as the
 * engine does in training.
 */
export const tokens: InferenceKind<TokensInput> = {
  header: ({ column }) => [column],
  names: ({ name }) => [name],
  width: ({ longest, letters }) => longest * letters * HASHED,
  encode(input, rows) {
    const texts = rows.map((row) => readTokens(input, row).tokens)
    const width = Math.max(1, ...texts.map(({ length }) => length))
    const codes = new Int64Numbers(rows.length * width * input.letters)
    for (const [row, text] of texts.entries()) {
      for (const [place, token] of text.entries()) {
        const start = (row * width + place) * input.letters
        for (const [at, point] of pointsOf(token.text, input.letters).entries()) codes.set(start + at, point)
      }
    }
    return {
      inputs: [{ name: input.name, part: 0, type: 'int64', shape: [rows.length, width, input.letters] }],
      parts: [codes.bytes],
    }
  },
}

/**
 * Returns the text of a row and the tokens that the model reads. A plain text is split into tokens, and a list of
 * tokens is joined to a text.
 */
export function readTokens(input: TokensInput, row: TableRow): { text: string; tokens: Token[] } {
  const value = Object.hasOwn(row, input.column) ? row[input.column] : undefined
  if (value === undefined) fail('inference.column-missing', { column: input.column })
  if (value !== null && typeof value !== 'string') fail('inference.tokens-wrong', { column: input.column })
  const list = listIn(value)
  const text = value ?? ''
  const found = list ? joinTokens(list) : { text, tokens: cutTokens(text) }
  return { text: found.text, tokens: found.tokens.slice(0, input.longest) }
}

/** A character has at most two UTF-16 units, so a long token is split only as far as it is read. */
const pointsOf = (token: string, letters: number): number[] =>
  Array.from(token.slice(0, 2 * letters), (letter) => letter.codePointAt(0) as number).slice(0, letters)
