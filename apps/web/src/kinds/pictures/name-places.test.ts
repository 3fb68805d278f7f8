import { expect, test } from 'vitest'
import { namePlaces } from './name-places.ts'

const picture = { width: 400, height: 300 }
const name = { width: 80, height: 16 }
const box = (x: number, y: number, w = 0.2, h = 0.2) => ({ x, y, w, h })
const placed = (...boxes: ReturnType<typeof box>[]) =>
  namePlaces(
    boxes,
    boxes.map(() => name),
    picture,
  )

test('places a name above its box, or elsewhere within the picture if there is no space above', () => {
  expect(placed(box(0.5, 0.5))).toEqual([{ left: 160, top: 104 }])
  // If the box is at the upper end, its name is below it. If it fills the picture, its name is inside.
  expect(placed(box(0.9, 0.1))).toEqual([{ left: 320, top: 60 }])
  expect(placed(box(0.5, 0.5, 1, 1))).toEqual([{ left: 0, top: 0 }])
})

test('places the names of overlapping boxes without overlap', {
  meta: { spec: 'screens.inference-result-detection' },
}, () => {
  const places = placed(...Array.from({ length: 18 }, (_one, at) => box(0.5 + at / 200, 0.5)))
  for (const [at, one] of places.entries()) {
    expect(one.left).toBeGreaterThanOrEqual(0)
    expect(one.left + name.width).toBeLessThanOrEqual(picture.width)
    expect(one.top + name.height).toBeLessThanOrEqual(picture.height)
    for (const other of places.slice(at + 1)) {
      expect(Math.abs(one.left - other.left) >= name.width || Math.abs(one.top - other.top) >= name.height).toBe(true)
    }
  }
})

test('gives each name a place even if no space is left, or the picture’s size is unknown', () => {
  const boxes = Array.from({ length: 200 }, () => box(0.5, 0.5))
  expect(placed(...boxes)).toHaveLength(200)
  expect(namePlaces([box(0.5, 0.5)], [], { width: 0, height: 0 })).toEqual([{ left: 0, top: 0 }])
})
