import type { InputColumn } from '@tessera/contract'
import { expect, test } from 'vitest'
import { placeOf } from './case-place.ts'

const age: InputColumn = {
  name: 'c0',
  column: 'age',
  kind: 'number',
  seen: { points: [20, 40, 80], counts: [10, 40, 40, 10] },
}
const sex: InputColumn = {
  name: 'c1',
  column: 'sex',
  kind: 'category',
  categories: ['f', 'm'],
  seen: { points: [], counts: [60, 40, '<5'] },
}

test.each([
  [30, 0.3],
  [40, 0.5],
  [80, 0.9],
  [81, null],
  [19, null],
  ['', null],
])('estimates the share of training rows below %s as %s', (value, below) => {
  expect(placeOf(age, value)?.below).toBe(below)
})

test('draws bars whose areas are proportional to their rows, with the mark of the case inside the chart', () => {
  const place = placeOf(age, 99_999)
  const [, narrow, wide] = place?.bars ?? []
  expect((narrow?.height ?? 0) / (wide?.height ?? 1)).toBeCloseTo(2, 9)
  expect(place?.bars.at(-1)?.to).toBe(1)
  expect(place?.mark).toBeGreaterThan(place?.bars.at(-1)?.from ?? 1)
  expect(place?.mark).toBeLessThan(1)
})

test('places a category on its own bar and any other text on the last bar', () => {
  expect(placeOf(sex, 'm')).toMatchObject({ mark: 0.5, same: { count: 40, rows: null } })
  expect(placeOf(sex, 'x')?.same?.count).toBe('<5')
  expect(placeOf({ ...sex, seen: undefined }, 'm')).toBeNull()
})

test('counts a bin such as “>9” by its lower bound', () => {
  const rough = { ...age, seen: { points: [20, 40, 80], counts: ['>9', 40, 40, 10] } }
  expect(placeOf(rough, 40)).toEqual(placeOf(age, 40))
})
