import { expect, test } from 'vitest'
import { type ScoreCurve, shareOf, thresholdsOf } from './scores.ts'

// statsmodels 0.14, proportion_confint(count, rows, method='wilson')
test.each([
  [31, 34, 0.7704, 0.9695],
  [34, 34, 0.8985, 1],
  [0, 7, 0, 0.3543],
])('%i of %i', (count, rows, low, high) => {
  const found = shareOf(count, rows)
  expect(found?.low).toBeCloseTo(low, 4)
  expect(found?.high).toBeCloseTo(high, 4)
  expect(found?.value).toBe(count / rows)
})

test('of no rows there is no share', () => expect(shareOf(0, 0)).toBeNull())

const curve: ScoreCurve = {
  class: 'malignant',
  edges: [0.2, 0.5, 0.9],
  own: [1, 2, 11, 20],
  others: [60, 18, 2, 0],
  auc: null,
  calibration: [],
}

test('a threshold counts the rows above it, at either end all and none', () => {
  const at = thresholdsOf(curve).map(({ threshold, sensitivity, specificity, ppv, npv }) => [
    threshold,
    ...[sensitivity, specificity, ppv, npv].map((share) => share && `${share.count} of ${share.rows}`),
  ])
  expect(at).toEqual([
    [0, '34 of 34', '0 of 80', '34 of 114', null],
    [0.2, '33 of 34', '60 of 80', '33 of 53', '60 of 61'],
    [0.5, '31 of 34', '78 of 80', '31 of 33', '78 of 81'],
    [0.9, '20 of 34', '80 of 80', '20 of 20', '80 of 94'],
    [1, '0 of 34', '80 of 80', null, '80 of 114'],
  ])
})
