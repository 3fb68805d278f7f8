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

/** What a box is: said by the model, where the data does not tell; else right, too much, or not found. */
export type MarkKind = 'said' | 'found' | 'alarm' | 'missed'

/** A box as it is shown; of the truth there is no score. */
export type BoxMark = Box & Partial<Pick<FoundBox, 'score'>> & { kind: MarkKind }

/** The boxes of the data that the model could know; undefined where the data does not have them. */
export const truthOf = ({ data }: Boxed, { label, classes }: BoxesOutput): Box[] | undefined =>
  truthIn(data[label], classes)

/** All that is to be shown from this score on; the missed ones last. */
export function marksOf(prediction: Boxed, output: BoxesOutput, score?: number): BoxMark[] {
  const said = shownBoxes(prediction.boxes, score)
  const truth = truthOf(prediction, output)
  if (!truth) return said.map((box) => ({ ...box, kind: 'said' }))
  const { found, missed, falseAlarms } = matchBoxes(truth, said)
  return [
    ...found.map((box) => ({ ...box, kind: 'found' as const })),
    ...falseAlarms.map((box) => ({ ...box, kind: 'alarm' as const })),
    ...missed.map((box) => ({ ...box, kind: 'missed' as const })),
  ]
}

/** Which third of the picture the middle of a box lies in, from the top and from the left. */
export function thirdsOf({ x, y }: Box): `${0 | 1 | 2}${0 | 1 | 2}` {
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3))) as 0 | 1 | 2
  return `${third(y)}${third(x)}`
}
