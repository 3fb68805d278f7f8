export interface Point {
  x: number
  y: number
}

/** All in pixels; a card's place is its centre. */
export interface Sizes {
  card: { width: number; height: number }
  gap: number
  /** Of the platform, in the middle. */
  hub: number
}

export interface Place {
  card: Point & { width: number }
  /** From the platform to the card. */
  path: string
  /** Where something lies that is with the platform, and where it is with the party. */
  near: Point
  far: Point
}

export interface Layout {
  height: number
  hub: Point
  places: Place[]
  /** Lines go down from the platform, so that its words stand beside it. */
  isBelow?: true
}

/**
 * Puts as many of `count` parties around the platform as there is room for. Without a height it takes what it needs.
 * Round, where no card touches another; else at both sides; on a telephone below each other.
 */
export function placeParties(count: number, width: number, height: number | null, sizes: Sizes): Layout {
  const leastSpoke = sizes.hub
  if (width < 2 * (sizes.card.width + leastSpoke) + sizes.hub) return below(count, width, sizes)
  if (height !== null) {
    const placed = around(count, width, height, sizes)
    if (placed) return placed
  }
  return besides(count, width, height, sizes)
}

/** On an ellipse, the first at the upper left; undefined where cards would touch. */
function around(count: number, width: number, height: number, { card, gap, hub }: Sizes): Layout | undefined {
  const middle = { x: width / 2, y: height / 2 }
  const radii = { x: (width - card.width) / 2, y: (height - card.height) / 2 }
  // An even number stands in pairs, of an odd one the last is at the bottom.
  const begin = count % 2 === 0 ? Math.PI + Math.PI / count : Math.PI / 2 + (2 * Math.PI) / count
  const cards = Array.from({ length: count }, (_, n) => {
    const angle = begin + (n * 2 * Math.PI) / count
    return { x: middle.x + radii.x * Math.cos(angle), y: middle.y + radii.y * Math.sin(angle), width: card.width }
  })
  const apart = (a: Point, b: Point, x: number, y: number) => Math.abs(a.x - b.x) >= x || Math.abs(a.y - b.y) >= y
  const isFree = cards.every((one, n) =>
    cards.slice(n + 1).every((other) => apart(one, other, card.width + gap, card.height + gap)),
  )
  const isClear = cards.every((one) => apart(one, middle, (card.width + hub) / 2 + gap, card.height / 2 + hub))
  if (!isFree || !isClear) return undefined
  const places = cards.map((at): Place => {
    const [dx, dy] = [at.x - middle.x, at.y - middle.y]
    const length = Math.hypot(dx, dy)
    const out = { x: dx / length, y: dy / length }
    // To where the line meets the card's border.
    const inside = Math.min(card.width / 2 / Math.abs(out.x || 1e-9), card.height / 2 / Math.abs(out.y || 1e-9))
    const along = (far: number) => ({ x: middle.x + out.x * far, y: middle.y + out.y * far })
    const [from, to] = [along(hub / 2), along(length - inside)]
    return { card: at, path: line(from, to), near: along(hub / 2 + gap), far: along(length - inside - gap) }
  })
  return { height, hub: middle, places }
}

/** In columns at both sides; a second one stands half a card lower, so that its lines go between the cards of the first. */
function besides(count: number, width: number, height: number | null, { card, gap, hub }: Sizes): Layout {
  const columnsAt = (columns: number) => width - 2 * columns * (card.width + gap) >= 3 * hub
  const step = card.height + gap
  const needed = Math.ceil(count / 2)
  const rowsAtMost = height === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((height + gap) / step))
  const columns = columnsAt(2) && needed > Math.min(rowsAtMost, COLUMN) ? 2 : 1
  const rows = Math.min(rowsAtMost, Math.ceil(needed / columns))
  const lower = columns === 2 ? step / 2 : 0
  const tall = Math.max(height ?? 0, rows * step - gap + lower, hub * 2)
  const middle = { x: width / 2, y: tall / 2 }
  const shown = Math.min(count, 2 * columns * rows - (columns === 2 && height !== null ? 2 : 0))
  const sides = [-1, 1] as const
  const places = Array.from({ length: shown }, (_, n): Place => {
    const side = sides[n % 2] ?? 1
    const at = Math.floor(n / 2)
    const [column, row] = [Math.floor(at / rows), at % rows]
    const ofSide = Math.ceil((shown - (side === 1 ? 1 : 0)) / 2)
    const inColumn = Math.min(rows, ofSide - column * rows)
    const edge = side === -1 ? card.width / 2 : width - card.width / 2
    const x = edge - side * (columns - 1 - column) * (card.width + gap)
    const y =
      middle.y + (row - (inColumn - 1) / 2) * step + (column === 1 && inColumn === rows ? step / 2 : 0) - lower / 2
    const slot = Math.min(gap, hub / Math.max(1, ofSide))
    const from = { x: middle.x + (side * hub) / 2, y: middle.y + (at - (ofSide - 1) / 2) * slot }
    const to = { x: x - (side * card.width) / 2, y }
    // A line to the second column runs level from where the first begins.
    const level = edge - side * (columns - 1) * (card.width + gap) - (side * card.width) / 2
    const half = (from.x + level) / 2
    const path = `M${from.x} ${from.y}C${half} ${from.y} ${half} ${y} ${level} ${y}L${to.x} ${y}`
    const near = { x: from.x + side * gap, y: from.y }
    return { card: { x, y, width: card.width }, path, near, far: { x: to.x - side * gap, y } }
  })
  return { height: tall, hub: middle, places }
}

/** Cards above each other before a second column begins, where both are there to choose from. */
const COLUMN = 4

/** The platform above, cards below each other, lines at the left: the one furthest left goes furthest down, so that none cross. */
function below(count: number, width: number, { card, gap, hub }: Sizes): Layout {
  const left = hub + gap
  const step = card.height + gap
  const places = Array.from({ length: count }, (_, n): Place => {
    const y = left + n * step + card.height / 2
    const x = ((count - n) * hub) / (count + 1)
    const path = `M${x} ${hub}L${x} ${y - gap}Q${x} ${y} ${x + gap} ${y}L${left} ${y}`
    const at = { x: (left + width) / 2, y, width: width - left }
    return { card: at, path, near: { x, y: hub + gap / 2 }, far: { x: left - gap / 2, y } }
  })
  return { height: Math.max(hub, left + count * step - gap), hub: { x: hub / 2, y: hub / 2 }, places, isBelow: true }
}

const line = (from: Point, to: Point) => `M${from.x} ${from.y}L${to.x} ${to.y}`
