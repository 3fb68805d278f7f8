import {
  type Box,
  type BoxesOutput,
  type FoundBox,
  matchBoxes,
  type Prediction,
  shownBoxes,
  truthIn,
} from '@tessera/contract'

export type Boxed = Extract<Prediction, { kind: 'boxes' }>

/** The verdict on a box: `predicted` (the true boxes are unknown), found, false alarm or missed. */
export type MarkKind = 'predicted' | 'found' | 'alarm' | 'missed'

/** A box to show. True boxes have no score. */
export type BoxMark = Box & Partial<Pick<FoundBox, 'score'>> & { kind: MarkKind }

/** Returns the true boxes of the model's classes, or undefined if the data have none. */
export const truthOf = ({ data }: Boxed, { label, classes }: BoxesOutput): Box[] | undefined =>
  truthIn(data[label], classes)

/** Returns all predicted boxes with at least this score, and then the true boxes that are missed. */
export function marksOf(prediction: Boxed, output: BoxesOutput, score?: number): BoxMark[] {
  const shown = shownBoxes(prediction.boxes, score)
  const truth = truthOf(prediction, output)
  if (!truth) return shown.map((box) => ({ ...box, kind: 'predicted' }))
  const { found, missed, falseAlarms } = matchBoxes(truth, shown)
  return [
    ...found.map((box) => ({ ...box, kind: 'found' as const })),
    ...falseAlarms.map((box) => ({ ...box, kind: 'alarm' as const })),
    ...missed.map((box) => ({ ...box, kind: 'missed' as const })),
  ]
}

/** Returns which third of the picture contains the centre of a box, from the top and from the left. */
export function thirdsOf({ x, y }: Box): `${0 | 1 | 2}${0 | 1 | 2}` {
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3))) as 0 | 1 | 2
  return `${third(y)}${third(x)}`
}
