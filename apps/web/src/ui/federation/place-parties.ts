export interface Point {
  x: number
  y: number
}

/** Sizes in pixels. The position of a card is that of its centre. */
export interface Sizes {
  card: { width: number; height: number }
  gap: number
  /** Diameter of the platform, in the middle. */
  hub: number
}

export interface Place {
  card: Point & { width: number }
  /** SVG path of the line from the platform to the card. */
  path: string
  /** Positions of a token at the platform and at the party. */
  near: Point
  far: Point
}

export interface Layout {
  height: number
  hub: Point
  places: Place[]
  /** Set if the lines begin downwards. The platform's caption is then beside the platform instead of below it. */
  isBelow?: true
}

/**
 * Returns the layout of up to `count` parties around the platform, as many as fit. Without a given height, the layout
 * takes the height that it needs. The parties are on an ellipse if no cards overlap, otherwise on both sides; on a
 * phone they are stacked.
 */
export function placeParties(count: number, width: number, height: number | null, sizes: Sizes): Layout {
  const leastSpoke = sizes.hub * 0.8
  if (width < 2 * (sizes.card.width + leastSpoke) + sizes.hub) return below(count, width, sizes)
  if (height !== null) {
    const placed = around(count, width, height, sizes)
    if (placed) return placed
  }
  return besides(count, width, height, sizes)
}

/** Returns a layout on an ellipse, or undefined if cards would overlap each other or the platform. */
function around(count: number, width: number, height: number, { card, gap, hub }: Sizes): Layout | undefined {
  const middle = { x: width / 2, y: height / 2 }
  const radii = { x: (width - card.width) / 2, y: (height - card.height) / 2 }
  // No party is at the bottom, where the platform's caption is. An even number of parties is placed in pairs; for an
  // odd number, the first party is at the top.
  const begin = count % 2 === 0 ? Math.PI + (count % 4 === 0 ? Math.PI / count : 0) : -Math.PI / 2
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
    // The distance from the centre of the card at which the line meets the card's border.
    const inside = Math.min(card.width / 2 / Math.abs(out.x || 1e-9), card.height / 2 / Math.abs(out.y || 1e-9))
    const along = (far: number) => ({ x: middle.x + out.x * far, y: middle.y + out.y * far })
    const [from, to] = [along(hub / 2), along(length - inside)]
    return { card: at, path: line(from, to), near: along(hub / 2 + gap), far: along(length - inside - gap * 1.2) }
  })
  return { height, hub: middle, places }
}

/**
 * Returns a layout with columns on both sides. Cards of a second column are between the rows of the first column, so
 * that their lines pass between the cards.
 */
function besides(count: number, width: number, height: number | null, { card, gap, hub }: Sizes): Layout {
  const step = card.height + gap
  const half = Math.ceil(count / 2)
  const room = height === null ? half : Math.max(1, Math.floor((height + gap) / step))
  const hasTwo = half > (height === null ? COLUMN : room) && isWide(2)
  const inner = hasTwo ? Math.min(room, Math.ceil((half + 1) / 2)) : Math.min(half, room)
  const outer = hasTwo ? Math.min(half - inner, inner - 1) : 0
  const spread = height === null || inner < 2 ? step : (height - card.height) / (inner - 1)
  const pitch = Math.min(spread, step * MAX_SPREAD)
  const tall = height ?? Math.max(inner * step - gap, 2 * hub)
  const middle = { x: width / 2, y: tall / 2 }
  const shown = Math.min(count, 2 * (inner + outer))

  const cards = Array.from({ length: shown }, (_, n) => {
    const side = n % 2 === 0 ? -1 : 1
    const ofSide = side === -1 ? Math.ceil(shown / 2) : Math.floor(shown / 2)
    const at = Math.floor(n / 2)
    const isOuter = at >= inner
    const [row, rows] = isOuter ? [at - inner, ofSide - inner] : [at, Math.min(inner, ofSide)]
    const between = isOuter && (inner - 1 - rows) % 2 !== 0 ? pitch / 2 : 0
    const fromEdge = card.width / 2 + (hasTwo && !isOuter ? card.width + 2 * gap : 0)
    const x = side === -1 ? fromEdge : width - fromEdge
    return { side, x, y: middle.y + (row - (rows - 1) / 2) * pitch + between }
  })
  const places = cards.map(({ side, x, y }): Place => {
    const rank = cards.filter((other) => other.side === side && other.y < y).length
    const ofSide = cards.filter((other) => other.side === side).length
    const slot = Math.min(gap, hub / ofSide)
    const from = { x: middle.x + (side * hub) / 2, y: middle.y + (rank - (ofSide - 1) / 2) * slot }
    const to = { x: x - (side * card.width) / 2, y }
    // The line is horizontal beyond the inner border of the first column.
    const innermost = card.width + (hasTwo ? card.width + 2 * gap : 0)
    const level = side === -1 ? innermost : width - innermost
    const bend = (from.x + level) / 2
    // The line begins under the platform, because the platform's border is round.
    const path = `M${middle.x} ${from.y}L${from.x} ${from.y}C${bend} ${from.y} ${bend} ${y} ${level} ${y}L${to.x} ${y}`
    const [near, far] = [
      { x: from.x + side * gap, y: from.y },
      { x: to.x - side * gap, y },
    ]
    return { card: { x, y, width: card.width }, path, near, far }
  })
  return { height: tall, hub: middle, places }

  function isWide(columns: number) {
    return width - 2 * columns * (card.width + 2 * gap) >= 3 * hub
  }
}

/** If the height is not given: maximum number of cards per column before a second column is used. */
const COLUMN = 4
/** Maximum factor by which the distances between cards exceed the minimum. */
const MAX_SPREAD = 1.6

/**
 * Returns a stacked layout: the platform at the top, the cards below each other, and lines on the left. The leftmost
 * line leads to the lowest card, so that no lines cross.
 */
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
