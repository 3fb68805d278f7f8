import { type BoxesOutput, type Ends, type FoundBox, fail, overlapOf } from '@tessera/contract'

/** The output of the ONNX graph for one picture: edges, score and class of each candidate box, highest score first. */
export interface Candidates {
  boxes: ArrayLike<number>
  scores: ArrayLike<number>
  classes: ArrayLike<number>
}

/** Number of edges of a box: left, top, right and bottom. */
export const ENDS = 4

/**
 * Returns the indices of the candidates that are boxes (non-maximum suppression). In order of score, a candidate is
 * kept if its score is at least `least` and it does not overlap a kept box of its class.
 * `engine/engine/targets/boxes.py` does the same; `test-data/boxes.json` contains cases for both.
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

/** Returns the boxes in a picture with their class names. Fails if the model cannot have returned these candidates. */
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

/** Sorts candidates by score, highest first. Candidates with equal scores keep their order. */
const surestFirst = (scores: ArrayLike<number>) =>
  Array.from(scores, (score, place) => ({ place, score })).sort((one, other) => other.score - one.score)

function endsAt(boxes: ArrayLike<number>, place: number): Ends {
  const [left, top, right, bottom] = Array.from({ length: ENDS }, (_end, at) => boxes[place * ENDS + at] as number) as [
    ...[number, number, number, number],
  ]
  return { left, top, right, bottom }
}

/** Rounds to six decimal places, as in the rows of a dataset. This is enough to identify a pixel in any picture. */
const share = (value: number) => Number(value.toFixed(6))
