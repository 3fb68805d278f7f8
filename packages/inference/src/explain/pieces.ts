import type { Explanation, Prediction, TableRow, TextsInput } from '@tessera/contract'
import { lettersOf } from '../kinds/texts.ts'
import type { Sum } from './exact.ts'

/** Maximum number of pieces. With more pieces, the explanation would be unreadable, and each needs a prediction. */
const MAX_PIECES = 200

/** Matches a Chinese or Japanese character, or several other characters, with the blanks that follow. */
const PIECE =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)?\s*/gu

/** Splits the part of a text that the model reads into words or characters. Pieces of a long text are joined. */
export function piecesOf(input: TextsInput, row: TableRow): string[] {
  const pieces = lettersOf(row, input).join('').match(PIECE)?.filter(Boolean) ?? []
  const together = Math.ceil(pieces.length / MAX_PIECES)
  return Array.from({ length: Math.ceil(pieces.length / Math.max(together, 1)) }, (_, at) =>
    pieces.slice(at * together, (at + 1) * together).join(''),
  )
}

/** Returns copies of the text, each without one piece. */
export const withoutEach = ({ column }: TextsInput, pieces: string[]): TableRow[] =>
  pieces.map((_piece, left) => ({ [column]: pieces.filter((_other, at) => at !== left).join('') }))

/** Returns for each piece the difference between the predictions with and without it. */
export function explainPieces(pieces: string[], answer: Prediction, others: Prediction[], sum: Sum): Explanation {
  const { unit, class: name, against, read } = sum
  return {
    method: 'left-out',
    unit,
    class: name,
    against,
    columns: [],
    untold: [],
    pieces: pieces.map((text, at) => ({ text, effect: read(answer) - read(others[at] as Prediction) })),
  }
}
