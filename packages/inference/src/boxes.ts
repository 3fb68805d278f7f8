import { type BoxesOutput, type Ends, type FoundBox, fail, overlapOf } from '@tessera/contract'

/** The graph's output for one picture: the ends, score and class of each candidate, highest score first. */
export interface Candidates {
  boxes: ArrayLike<number>
  scores: ArrayLike<number>
  classes: ArrayLike<number>
}

/** Left, top, right and bottom. */
export const ENDS = 4

/**
 * Returns the places of the candidates that are boxes (non-maximum suppression). In order of score, it keeps each
 * candidate whose score is at least `least` and that does not overlap a kept box of its class.
 * `engine/engine/targets/boxes.py` does the same; `test-data/boxes.json` has cases for both.
 */
export function keptPlaces(candidates: Candidates, { least, overlap }: Pick<BoxesOutput, 'least' | 'overlap'>) {
  const kept: { place: number; code: number; ends: Ends }[] = []
  for (const { place, score } of surestFirst(candidates.scores)) {
    if (score < least) break
    const code = candidates.classes[place] as number
    const ends = endsAt(candidates.boxes, place)
    if (!kept.some((one) => one.code === code && overlapOf(one.ends, ends) >= overlap)) kept.push({ place, code, ends })
  }
  return kept
}

/** Returns the boxes in a picture with their class names. Fails if the model cannot have given this answer. */
export function boxesOf(candidates: Candidates, output: BoxesOutput): FoundBox[] {
  const { boxes, scores } = candidates
  if ([boxes, scores].some((numbers) => Array.from(numbers).some(Number.isNaN))) fail('inference.no-answer')
  return keptPlaces(candidates, output).map(({ place, code, ends: { left, top, right, bottom } }) => ({
    class: output.classes[code] ?? fail('inference.model-failed'),
    x: share((left + right) / 2),
    y: share((top + bottom) / 2),
    w: share(right - left),
    h: share(bottom - top),
    score: scores[place] as number,
  }))
}

/** Candidates with equal scores keep their order. */
const surestFirst = (scores: ArrayLike<number>) =>
  Array.from(scores, (score, place) => ({ place, score })).sort((one, other) => other.score - one.score)

function endsAt(boxes: ArrayLike<number>, place: number): Ends {
  const [left, top, right, bottom] = Array.from({ length: ENDS }, (_end, at) => boxes[place * ENDS + at] as number) as [
    ...[number, number, number, number],
  ]
  return { left, top, right, bottom }
}

/** Six decimal places identify a pixel in any picture, as in the rows of a dataset. */
const share = (value: number) => Number(value.toFixed(6))
