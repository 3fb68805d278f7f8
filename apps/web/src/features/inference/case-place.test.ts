import type { InputColumn } from '@tessera/contract'
import { expect, test } from 'vitest'
import { placeOf } from './case-place.ts'

const age: InputColumn = {
  ...{ name: 'c0', column: 'age', kind: 'number' },
  seen: { points: [20, 40, 80], counts: [10, 40, 40, 10] },
}
const sex: InputColumn = {
  ...{ name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
  seen: { points: [], counts: [60, 40, '<5'] },
}

test.each([
  [30, 0.3],
  [40, 0.5],
  [80, 0.9],
  [81, null],
  [19, null],
  ['', null],
])('about this share of the rows lies below %s: %s', (value, below) => {
  expect(placeOf(age, value)?.below).toBe(below)
})

test('the area of a bar is its rows; the mark stays within the picture however far off the value is', () => {
  const place = placeOf(age, 99_999)
  const [, narrow, wide] = place?.bars ?? []
  expect((narrow?.height ?? 0) / (wide?.height ?? 1)).toBeCloseTo(2, 9)
  expect(place?.bars.at(-1)?.to).toBe(1)
  expect(place?.mark).toBeGreaterThan(place?.bars.at(-1)?.from ?? 1)
  expect(place?.mark).toBeLessThan(1)
})

test('a category has its own bar, any other text the last; the rows of all are not told where some are hidden', () => {
  expect(placeOf(sex, 'm')).toMatchObject({ mark: 0.5, same: { count: 40, rows: null } })
  expect(placeOf(sex, 'x')?.same?.count).toBe('<5')
  expect(placeOf({ ...sex, seen: undefined }, 'm')).toBeNull()
})

test('where a few rows have no value, a bin that is told roughly is drawn and counted at what is told', () => {
  const rough = { ...age, seen: { points: [20, 40, 80], counts: ['>9', 40, 40, 10] } }
  expect(placeOf(rough, 40)).toEqual(placeOf(age, 40))
})
