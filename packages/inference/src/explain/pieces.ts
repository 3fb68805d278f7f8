import type { Explanation, Prediction, TableRow, TextsInput } from '@tessera/contract'
import { lettersOf } from '../kinds/texts.ts'
import type { Sum } from './exact.ts'

/** More would only be crumbs to look at, and a prediction each. */
const MOST_PIECES = 200

/** A Chinese or Japanese character, or whatever stands between blanks, with the blanks behind it. */
const PIECE =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)?\s*/gu

/** What of a text the model reads, in pieces that people know: words, or characters; several together of a long text. */
export function piecesOf(input: TextsInput, row: TableRow): string[] {
  const pieces = lettersOf(row, input).join('').match(PIECE)?.filter(Boolean) ?? []
  const together = Math.ceil(pieces.length / MOST_PIECES)
  return Array.from({ length: Math.ceil(pieces.length / Math.max(together, 1)) }, (_, at) =>
    pieces.slice(at * together, (at + 1) * together).join(''),
  )
}

/** The text without each of its pieces. */
export const withoutEach = ({ column }: TextsInput, pieces: string[]): TableRow[] =>
  pieces.map((_piece, left) => ({ [column]: pieces.filter((_other, at) => at !== left).join('') }))

/** How far the answer lies from the one without the piece. */
export function explainPieces(pieces: string[], answer: Prediction, others: Prediction[], sum: Sum): Explanation {
  const { unit, class: name, against, read } = sum
  return {
    ...{ method: 'left-out', unit, class: name, against, columns: [], untold: [] },
    pieces: pieces.map((text, at) => ({ text, effect: read(answer) - read(others[at] as Prediction) })),
  }
}
