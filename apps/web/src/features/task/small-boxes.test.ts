import type { ClassRows, ParameterDescription } from '@tessera/contract'
import { expect, test } from 'vitest'
import { proposalFor, smallBoxesAt } from './small-boxes.ts'

/** The same parameters as in the manifest of picture_boxes. */
const descriptions = (
  [
    ['side', 64, 256, 96],
    ['max_iter', 1, 100, 8],
    ['local_epochs', 1, 50, 5],
  ] as const
).map(([name, minimum, maximum, value]): ParameterDescription => {
  const words = { cn: name, en: name }
  return { name, type: 'integer', minimum, maximum, default: value, label: words, help: words }
})
const rowsOf = (sides: Record<string, number | undefined>, rows = 1_000): ClassRows => ({
  classes: Object.entries(sides).map(([name, boxSide]) => ({
    name,
    rows,
    parties: 2,
    ...(boxSide !== undefined && { boxSide }),
  })),
  parties: 2,
  missing: 0,
})
const cells = rowsOf({ platelet: 65, 'red cell': 190, unknown: undefined })

test('returns classes of which most boxes are smaller than 12 pixels at the chosen side', () => {
  expect(smallBoxesAt({ side: 96 }, cells)).toEqual({ side: 96, classes: [{ name: 'platelet', pixels: 6 }] })
  expect(smallBoxesAt({ side: 96 }, rowsOf({ worm: 120 }))?.classes).toEqual([{ name: 'worm', pixels: 11 }])
  expect(smallBoxesAt({ side: 192 }, cells)).toBeNull()
  expect(smallBoxesAt({ side: 96 }, undefined)).toBeNull()
  expect(smallBoxesAt({ trees: 10 }, cells)).toBeNull()
})

test.each([
  ['platelets', 65, { side: 192, max_iter: 5, local_epochs: 2 }],
  ['a little too small', 110, { side: 128, max_iter: 8, local_epochs: 3 }],
  ['the smallest that can be found', 50, { side: 256, max_iter: 3, local_epochs: 2 }],
  ['too small for any side', 5, { side: 256, max_iter: 3, local_epochs: 2 }],
  ['large enough', 125, null],
])('proposes a larger side with as many passes as need the same processor time: %s', (_what, boxSide, proposal) => {
  const found = proposalFor({ side: 96, batch_size: 8 }, descriptions, rowsOf({ small: boxSide }))
  expect(found).toEqual(proposal)
  if (!found) return
  const time = (found.max_iter * found.local_epochs * found.side ** 2) / (8 * 5 * 96 ** 2)
  expect(time).toBeGreaterThan(0.8)
  expect(time).toBeLessThan(1.2)
})

test.each([
  ['20 pictures a party', 40, { side: 192, max_iter: 8, local_epochs: 5 }],
  ['100 pictures a party', 200, { side: 192, max_iter: 8, local_epochs: 3 }],
  ['300 pictures a party', 600, { side: 192, max_iter: 5, local_epochs: 2 }],
])('proposes more passes if parties have few pictures, up to the defaults: %s', (_what, rows, proposal) => {
  expect(proposalFor({ side: 96, batch_size: 8 }, descriptions, rowsOf({ small: 65 }, rows))).toEqual(proposal)
})

test('proposes no other side if the largest is selected or there are no passes', () => {
  const small = rowsOf({ small: 5 })
  expect(proposalFor({ side: 256 }, descriptions, small)).toBeNull()
  expect(proposalFor({ side: 96 }, descriptions.slice(0, 1), small)).toBeNull()
})
