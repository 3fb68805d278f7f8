import type { Explanation, Prediction, TableRow, TextsInput } from '@tessera/contract'
import { lettersOf } from '../kinds/texts.ts'
import type { Sum } from './exact.ts'

/** Maximum number of pieces. More would be too small to read, and each requires a prediction. */
const MAX_PIECES = 200

/** A Chinese or Japanese character, or a run of other characters, with the blanks behind it. */
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

/** Returns the text without each of its pieces in turn. */
export const withoutEach = ({ column }: TextsInput, pieces: string[]): TableRow[] =>
  pieces.map((_piece, left) => ({ [column]: pieces.filter((_other, at) => at !== left).join('') }))

/** Returns for each piece the difference between the answer and the answer without it. */
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
