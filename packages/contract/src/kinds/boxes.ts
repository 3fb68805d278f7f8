import { z } from 'zod'

/**
 * A box in a picture, in fractions of the upright picture's width and height: `x` and `y` are its centre, `w` and `h`
 * its size.
 */
export const Box = z.object({ class: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() })
export type Box = z.infer<typeof Box>

/** A box that a model has predicted, with its score. */
export const FoundBox = Box.extend({ score: z.number() })
export type FoundBox = z.infer<typeof FoundBox>

/**
 * Default minimum score of the boxes that are shown and counted. It equals the default in
 * `engine/engine/targets/boxes.py`.
 */
export const SHOWN_SCORE = 0.3

/** Minimum overlap with a true box for a predicted box to count as correct. */
export const RIGHT_OVERLAP = 0.5

/**
 * The output of a model that predicts boxes. Candidates are removed if their score is below `least`, or if they overlap
 * a box of the same class with a higher score by at least `overlap`.
 */
export const BoxesOutput = z.object({
  kind: z.literal('boxes'),
  label: z.string(),
  classes: z.array(z.string()).min(1),
  least: z.number().min(0).max(1),
  overlap: z.number().gt(0).max(1),
})
export type BoxesOutput = z.infer<typeof BoxesOutput>

/**
 * Returns the boxes in a cell; undefined if the cell cannot be read. An empty list means that the picture has no boxes.
 */
export function boxesIn(cell: unknown): Box[] | undefined {
  if (typeof cell !== 'string') return undefined
  try {
    return z.array(Box).parse(JSON.parse(cell))
  } catch {
    return undefined
  }
}

/** Returns the boxes in a cell whose class the model knows. Training ignored the boxes of other classes, too. */
export const truthIn = (cell: unknown, classes: readonly string[]): Box[] | undefined =>
  boxesIn(cell)?.filter(({ class: name, w, h }) => w > 0 && h > 0 && classes.includes(name))

/** The edges of a box, as fractions of the picture from its left and top. */
export interface Ends {
  left: number
  top: number
  right: number
  bottom: number
}

export const endsOf = ({ x, y, w, h }: Box): Ends => ({
  left: x - w / 2,
  right: x + w / 2,
  top: y - h / 2,
  bottom: y + h / 2,
})

/** Returns the intersection over union of two boxes, from 0 to 1, computed as in `engine/engine/targets/boxes.py`. */
export function overlapOf(one: Ends, other: Ends): number {
  const wide = Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
  const high = Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
  const shared = wide * high
  const all = areaOf(one) + areaOf(other) - shared
  return all > 0 ? shared / all : 0
}

const areaOf = ({ left, top, right, bottom }: Ends) => (right - left) * (bottom - top)

/** Returns the boxes with at least the minimum score, which are shown and counted. */
export const shownBoxes = <B extends { score: number }>(boxes: readonly B[], score = SHOWN_SCORE): B[] =>
  boxes.filter((box) => box.score >= score)

/** Returns the number of boxes of each class, sorted by class name. */
export function classCounts(boxes: readonly Pick<Box, 'class'>[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { class: name } of boxes) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Describes the shown boxes of a picture in words. */
export const boxesText = (boxes: readonly FoundBox[]): string =>
  classCounts(shownBoxes(boxes))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

/** The true boxes that were found, the true boxes that were missed, and the predicted boxes that are false alarms. */
export interface Matched {
  found: FoundBox[]
  missed: Box[]
  falseAlarms: FoundBox[]
}

/**
 * Matches predicted with true boxes, highest score first: each predicted box takes the remaining true box of its class
 * with which it overlaps most.
 */
export function matchBoxes(truth: readonly Box[], predicted: readonly FoundBox[]): Matched {
  const left = [...truth]
  const [found, falseAlarms]: [FoundBox[], FoundBox[]] = [[], []]
  for (const box of predicted.toSorted((one, other) => other.score - one.score)) {
    const place = bestPlace(left, box)
    if (place < 0) falseAlarms.push(box)
    else {
      found.push(box)
      left.splice(place, 1)
    }
  }
  return { found, missed: left, falseAlarms }
}

function bestPlace(truth: readonly Box[], box: FoundBox): number {
  const overlaps = truth.map((one) => (one.class === box.class ? overlapOf(endsOf(one), endsOf(box)) : 0))
  const most = Math.max(0, ...overlaps)
  return most >= RIGHT_OVERLAP ? overlaps.indexOf(most) : -1
}
