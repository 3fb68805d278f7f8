import { type BoxesOutput, type Ends, type FoundBox, fail, overlapOf } from '@tessera/contract'

/** Numbers of one picture, as the graph answers them: of each candidate its ends, its score and its class, the surest first. */
export interface Candidates {
  boxes: ArrayLike<number>
  scores: ArrayLike<number>
  classes: ArrayLike<number>
}

/** Left, top, right and bottom. */
export const ENDS = 4

/**
 * Places of the candidates that are boxes: from the surest on each that has at least the least score and overlaps none that
 * was kept of its class. As in `engine/engine/targets/boxes.py`; `test-data/boxes.json` has cases for both.
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

/** What a picture has, by the names of classes. Fails where the answer is none that such a model gives. */
export function boxesOf(candidates: Candidates, output: BoxesOutput): FoundBox[] {
  const { boxes, scores } = candidates
  if ([boxes, scores].some((numbers) => Array.from(numbers).some(Number.isNaN))) fail('inference.no-answer')
  return keptPlaces(candidates, output).map(({ place, code, ends: { left, top, right, bottom } }) => ({
    class: output.classes[code] ?? fail('inference.model-failed'),
    ...{ x: share((left + right) / 2), y: share((top + bottom) / 2) },
    ...{ w: share(right - left), h: share(bottom - top) },
    score: scores[place] as number,
  }))
}

/** Of equal ones the first comes first. */
const surestFirst = (scores: ArrayLike<number>) =>
  Array.from(scores, (score, place) => ({ place, score })).sort((one, other) => other.score - one.score)

function endsAt(boxes: ArrayLike<number>, place: number): Ends {
  const [left, top, right, bottom] = Array.from({ length: ENDS }, (_end, at) => boxes[place * ENDS + at] as number) as [
    ...[number, number, number, number],
  ]
  return { left, top, right, bottom }
}

/** Six digits name a pixel of any picture, as in the rows of a dataset. */
const share = (value: number) => Number(value.toFixed(6))
