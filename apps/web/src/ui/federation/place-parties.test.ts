import { expect, test } from 'vitest'
import { type Layout, placeParties, type Sizes } from './place-parties.ts'

const SIZES: Sizes = { card: { width: 245, height: 74 }, gap: 18, hub: 70 }
const COUNTS = Array.from({ length: 25 }, (_, count) => count)

/** Returns all boxes that overlap or are outside the layout. */
function faultsOf({ places, hub, height }: Layout, width: number): string[] {
  const boxes = [
    { name: 'platform', x: hub.x, y: hub.y, width: SIZES.hub, height: SIZES.hub },
    ...places.map(({ card }, n) => ({ name: `card ${n}`, ...card, height: SIZES.card.height })),
  ]
  const faults: string[] = []
  for (const [n, a] of boxes.entries()) {
    const isIn = (at: number, size: number, room: number) => at - size / 2 >= -0.01 && at + size / 2 <= room + 0.01
    if (!isIn(a.x, a.width, width) || !isIn(a.y, a.height, height)) faults.push(`${a.name} sticks out`)
    for (const b of boxes.slice(n + 1)) {
      const isApart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2
      if (!isApart) faults.push(`${a.name} touches ${b.name}`)
    }
  }
  return faults
}

test.each([
  ['a phone', 340, null],
  ['the live view', 700, null],
  ['home', 1_150, null],
  ['a wide page', 1_700, null],
  ['a laptop', 1_050, 600],
  ['a wall', 1_500, 800],
  ['a low strip', 1_400, 260],
])('places up to 24 parties without overlap on %s', (_where, width, height) => {
  for (const count of COUNTS) {
    const layout = placeParties(count, width, height, SIZES)
    expect([count, ...faultsOf(layout, width)]).toEqual([count])
    if (height === null) expect(layout.places).toHaveLength(count)
    else expect(layout.height).toBe(height)
  }
})

test('places few parties around the platform, more of them at its sides, and omits those that do not fit', {
  meta: { spec: 'screens.big-screen' },
}, () => {
  const yOf = (count: number) =>
    placeParties(count, 1_500, 800, SIZES).places.map(({ card }) => Math.floor(card.y / 10))
  expect(new Set(yOf(3)).size).toBe(2)
  expect(yOf(3)[0]).toBeLessThan(5)
  expect(placeParties(12, 1_500, 800, SIZES).places).toHaveLength(12)
  expect(placeParties(24, 1_500, 800, SIZES).places).toHaveLength(24)
  expect(placeParties(24, 1_400, 260, SIZES).places.length).toBeLessThan(24)
})

test('draws no crossing lines between platform and parties on a phone', () => {
  const { places, isBelow } = placeParties(6, 340, null, SIZES)
  expect(isBelow).toBe(true)
  const trunks = places.map(({ near }) => near.x)
  expect(trunks).toEqual(trunks.toSorted((a, b) => b - a))
})
