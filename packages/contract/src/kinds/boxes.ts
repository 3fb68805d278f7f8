import { z } from 'zod'

/** The column of a dataset of pictures with boxes that holds them: a list in JSON. */
export const BOXES_COLUMN = 'boxes'

/** Something in a picture, as shares of it as it is seen, upright: `x` and `y` are the middle, `w` and `h` the size. */
export const Box = z.object({ class: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() })
export type Box = z.infer<typeof Box>

/** One that a model tells of. */
export const FoundBox = Box.extend({ score: z.number() })
export type FoundBox = z.infer<typeof FoundBox>

/** From this score on a box is shown and counted, if nobody chose another: as in `engine/engine/targets/boxes.py`. */
export const SHOWN_SCORE = 0.3

/** By so much, or more, a box overlaps the true one where it is right. */
export const RIGHT_OVERLAP = 0.5

/** What a model says of a picture; candidates below `least`, and those that overlap a surer one of their class by `overlap` or more, are none. */
export const BoxesOutput = z.object({
  kind: z.literal('boxes'),
  label: z.string(),
  classes: z.array(z.string()).min(1),
  least: z.number().min(0).max(1),
  overlap: z.number().gt(0).max(1),
})
export type BoxesOutput = z.infer<typeof BoxesOutput>

/** The boxes that a row has; undefined where it has none to read: an empty list says that nothing is there. */
export function boxesIn(cell: unknown): Box[] | undefined {
  if (typeof cell !== 'string') return undefined
  try {
    return z.array(Box).parse(JSON.parse(cell))
  } catch {
    return undefined
  }
}

/** Of a row's boxes those that a model of these classes can find: others are none to it, as they were in training. */
export const truthIn = (cell: unknown, classes: readonly string[]): Box[] | undefined =>
  boxesIn(cell)?.filter(({ class: name, w, h }) => w > 0 && h > 0 && classes.includes(name))

/** A box by its ends, as shares of the picture from its left and top. */
export interface Ends {
  left: number
  top: number
  right: number
  bottom: number
}

export const endsOf = ({ x, y, w, h }: Box): Ends => ({
  ...{ left: x - w / 2, right: x + w / 2 },
  ...{ top: y - h / 2, bottom: y + h / 2 },
})

/** Intersection over union, from 0 to 1: as in `engine/engine/targets/boxes.py`. */
export function overlapOf(one: Ends, other: Ends): number {
  const wide = Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
  const high = Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
  const shared = wide * high
  const all = areaOf(one) + areaOf(other) - shared
  return all > 0 ? shared / all : 0
}

const areaOf = ({ left, top, right, bottom }: Ends) => (right - left) * (bottom - top)

/** Those that are shown and counted. */
export const shownBoxes = <B extends { score: number }>(boxes: readonly B[], score = SHOWN_SCORE): B[] =>
  boxes.filter((box) => box.score >= score)

/** The classes with how many of each there are, as they are called in the order of their names. */
export function classCounts(boxes: readonly Pick<Box, 'class'>[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { class: name } of boxes) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** What is shown of a picture's boxes in words. */
export const boxesText = (boxes: readonly FoundBox[]): string =>
  classCounts(shownBoxes(boxes))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

/** Of a picture's boxes which were found, and what was said to be there and is not. */
export interface Matched {
  found: FoundBox[]
  missed: Box[]
  falseAlarms: FoundBox[]
}

/** Each, the surest first, takes the true one of its class that it overlaps most, of those that no surer one took. */
export function matchBoxes(truth: readonly Box[], said: readonly FoundBox[]): Matched {
  const left = [...truth]
  const [found, falseAlarms]: [FoundBox[], FoundBox[]] = [[], []]
  for (const box of said.toSorted((one, other) => other.score - one.score)) {
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
