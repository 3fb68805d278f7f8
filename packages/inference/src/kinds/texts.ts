import { fail, type ModelInput, type TableRow, type TextsInput } from '@tessera/contract'
import { Int64Numbers } from './int64.ts'
import type { InferenceKind } from './kind.ts'

/** All sequences of one to four characters are hashed, from each character on. */
const RUNS = 4

/**
 * Encodes texts as code points, with zeros after the end of a text. The graph hashes them as the engine does in
 * training.
 */
export const texts: InferenceKind<TextsInput> = {
  header: ({ column }) => [column],
  names: ({ name }) => [name],
  width: ({ longest }) => longest * RUNS,
  encode(input, rows) {
    const letters = rows.map((row) => lettersOf(row, input))
    const width = Math.max(1, ...letters.map(({ length }) => length))
    const codes = new Int64Numbers(rows.length * width)
    for (const [row, text] of letters.entries()) {
      for (const [at, letter] of text.entries()) codes.set(row * width + at, letter.codePointAt(0) as number)
    }
    return {
      inputs: [{ name: input.name, part: 0, type: 'int64', shape: [rows.length, width] }],
      parts: [codes.bytes],
    }
  },
}

/** Returns a text as a row of a model of texts or of tokens. Fails for any other model. */
export const rowOfText = (input: ModelInput | null, text: string): TableRow =>
  input?.kind === 'texts' || input?.kind === 'tokens' ? { [input.column]: text } : fail('inference.not-texts')

/** Returns the characters of a text that the model reads. */
export function lettersOf(row: TableRow, { column, longest }: TextsInput): string[] {
  const text = Object.hasOwn(row, column) ? row[column] : undefined
  if (text === undefined) fail('inference.column-missing', { column })
  const whole = String(text ?? '')
  const [start, end] = ends(whole)
  // A character has at most two UTF-16 units, so a long text is split only as far as the model may read it.
  return Array.from(whole.slice(start, Math.min(end, start + 2 * longest))).slice(0, longest)
}

/**
 * The blanks that Python removes in training. JavaScript's `trim` keeps some of them, and removes a character that
 * Python keeps.
 */
const BLANKS = new Set([
  ...codes(0x09, 0x0d),
  ...codes(0x1c, 0x20),
  ...codes(0x2000, 0x200a),
  ...[0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
])

function codes(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_one, at) => first + at)
}

/**
 * Returns the positions of the first and last character that is not blank. A regular expression would start again at
 * every blank within the text.
 */
function ends(text: string): [start: number, end: number] {
  let [start, end] = [0, text.length]
  while (start < end && BLANKS.has(text.charCodeAt(start))) start += 1
  while (end > start && BLANKS.has(text.charCodeAt(end - 1))) end -= 1
  return [start, end]
}
