import { expect, test } from 'vitest'
import { outsideOf } from './outside.ts'
import type { InputColumn } from './table.ts'

const seen = { points: [20, 40, 80], counts: [10, 40, 40, 10] }
const age = (more: object = {}): InputColumn => ({
  name: 'c0',
  column: 'age',
  kind: 'number',
  seen: { ...seen, ...more },
})

test.each([
  [19, null],
  [81, null],
  [10, null],
  [9.9, { side: 'below', point: 10, count: 0 }],
  [95.1, { side: 'above', point: 95, count: 0 }],
])('detects a value beyond the known range of the training data: %s', (value, expected) => {
  const found = outsideOf(age({ low: 10, high: 95 }), value)
  expect(found && { side: found.side, point: found.point, count: found.count }).toEqual(expected)
})

test.each([
  [19, { side: 'below', point: 20, count: 10 }],
  [81, { side: 'above', point: 80, count: 10 }],
  [50, null],
])(
  'detects a value beyond the outermost cut points, and reports the number of training rows there: %s',
  (value, expected) => {
    const found = outsideOf(age(), value)
    expect(found && { side: found.side, point: found.point, count: found.count }).toEqual(expected)
  },
)

test('handles a range of which only one end is known', () => {
  expect(outsideOf(age({ high: 95 }), 90)).toBeNull()
  expect(outsideOf(age({ high: 95 }), 1)).toMatchObject({ point: 20, count: 10, rows: 100 })
})
