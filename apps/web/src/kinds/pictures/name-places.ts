import type { Box } from '@tessera/contract'

interface Sides {
  width: number
  height: number
}

export interface NamePlace {
  left: number
  top: number
}

/**
 * Returns the positions of box names in a picture, in pixels. A name is placed at a corner of its box, or else as close
 * to the box as possible, within the picture and without covering other names. Names overlap if no space is left.
 */
export function namePlaces(boxes: Omit<Box, 'class'>[], names: Sides[], picture: Sides): NamePlace[] {
  const taken: (NamePlace & Sides)[] = []
  return boxes.map((box, at) => {
    const name = names[at] ?? { width: 0, height: 0 }
    const corners = cornersOf(box, name, picture)
    const isFree = (place: NamePlace) => taken.every((other) => !overlap({ ...place, ...name }, other))
    const place = corners.find(isFree) ?? elsewhere(corners[0] as NamePlace, name, picture).find(isFree) ?? corners[0]
    taken.push({ ...(place as NamePlace), ...name })
    return place as NamePlace
  })
}

/** Returns candidate positions at the left and right edges of a box: above, below and inside the box. */
function cornersOf({ x, y, w, h }: Omit<Box, 'class'>, name: Sides, picture: Sides): NamePlace[] {
  const [left, right] = [(x - w / 2) * picture.width, (x + w / 2) * picture.width]
  const [top, bottom] = [(y - h / 2) * picture.height, (y + h / 2) * picture.height]
  const lowest = Math.max(0, picture.height - name.height)
  const lefts = [left, right - name.width].map((one) => within(one, picture.width - name.width))
  const tops = [top - name.height, bottom, top, bottom - name.height]
  const inside = tops.filter((one) => one >= 0 && one <= lowest)
  return [...inside, within(top, lowest)].flatMap((one) => lefts.map((at) => ({ left: at, top: one })))
}

/** Returns candidate positions on a grid over the whole picture, the nearest first. */
function elsewhere({ left, top }: NamePlace, { width, height }: Sides, picture: Sides): NamePlace[] {
  if (width <= 0 || height <= 0) return []
  const steps = (room: number, size: number) => Array.from({ length: Math.floor(room / size) }, (_, at) => at * size)
  const lefts = [within(left, picture.width - width), ...steps(picture.width, width)]
  const far = (place: NamePlace) => Math.abs(place.left - left) + Math.abs(place.top - top)
  return steps(picture.height, height)
    .flatMap((line) => lefts.map((at) => ({ left: at, top: line })))
    .sort((one, other) => far(one) - far(other))
}

const within = (value: number, most: number) => Math.max(0, Math.min(value, most))

const overlap = (one: NamePlace & Sides, other: NamePlace & Sides) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height
