import { expect, test } from 'vitest'
import { intervalEnds, type ScoreCurve, shareOf, thresholdsOf } from './scores.ts'

// Reference values: statsmodels 0.14, proportion_confint(count, rows, method='beta' if fewer than 10 rows count or do
// not count, otherwise 'wilson')
test.each([
  [31, 34, 0.763225, 0.98142],
  [34, 34, 0.897182, 1],
  [0, 7, 0, 0.409616],
  [1, 1, 0.025, 1],
  [9, 1000, 0.004123, 0.017016],
  [999_995, 1_000_000, 0.999988, 0.999998],
  [10, 20, 0.299298, 0.700702],
  [990, 1000, 0.981691, 0.994559],
])('computes the confidence interval of %i of %i rows', (count, rows, low, high) => {
  const found = shareOf(count, rows)
  expect(found?.low).toBeCloseTo(low, 5)
  expect(found?.high).toBeCloseTo(high, 5)
  expect(found?.value).toBe(count / rows)
})

test('computes the confidence interval of an F1 score with half a row', () => {
  const found = shareOf(3, 4.5)
  expect(found).toMatchObject({ value: 3 / 4.5, count: 3, rows: 4.5 })
  expect(found?.low).toBeLessThan(0.3)
  expect(found?.high).toBeGreaterThan(0.9)
})

test.each([
  ['brier', { low: -0.0077, high: 0.0361 }, null],
  ['loss', { low: -0.0503, high: 0.2145 }, null],
  ['loss', { low: 0, high: 0 }, null],
  ['loss', { low: null, high: null }, null],
  ['accuracy', { low: 0.9, high: 1.02 }, null],
  ['loss', { low: 0.2, high: 1.4 }, { low: 0.2, high: 1.4 }],
  ['r2', { low: -0.2, high: 0.4 }, { low: -0.2, high: 0.4 }],
])('hides interval ends of %s that are impossible: %j', (metric, ends, shown) => {
  expect(intervalEnds(metric, { value: 0.1, rows: 60, ...ends })).toEqual(shown)
})

test('computes an interval only for shares of rows if there are fewer than 30 rows', () => {
  expect(intervalEnds('auc', { value: 0.8, rows: 29, low: 0.6, high: 0.9 })).toBeNull()
  const share = shareOf(7, 7)
  expect(share && intervalEnds('accuracy', share)).toEqual({ low: share?.low, high: 1 })
})

test('returns null for the share of 0 rows', () => expect(shareOf(0, 0)).toBeNull())

const curve: ScoreCurve = {
  class: 'malignant',
  edges: [0.2, 0.5, 0.9],
  own: [1, 2, 11, 20],
  others: [60, 18, 2, 0],
  auc: null,
  calibration: [],
}

test('counts the rows above a threshold: none and all of them at the highest and lowest thresholds', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, () => {
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

/**
 * Returns the curve of random rows: two classes of equal size with uninformative scores, in groups of five rows by
 * score.
 */
function drawnCurve(rows: number, random: () => number): ScoreCurve {
  const drawn = Array.from({ length: rows }, () => {
    const isOwn = random() < 0.5
    return { isOwn, score: random() }
  }).toSorted((one, other) => one.score - other.score)
  const groups = Array.from({ length: rows / 5 }, (_, place) => drawn.slice(5 * place, 5 * place + 5))
  const own = groups.map((group) => group.filter(({ isOwn }) => isOwn).length)
  const edges = groups.slice(0, -1).map((group) => group.at(-1)?.score ?? 0)
  return { class: 'a', edges, own, others: own.map((count) => 5 - count), auc: null, calibration: [] }
}

test.each([
  [40, 0.05, 0.1],
  [200, 0.03, 0.07],
])('limits how far the accuracy at the best threshold for %i rows exceeds the true accuracy', (rows, least, most) => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const runs = Array.from({ length: 300 }, () => {
    const curve = drawnCurve(rows, random) // half of all predictions are right
    const accuracies = thresholdsOf(curve).map(
      ({ sensitivity, specificity }) => ((sensitivity?.count ?? 0) + (specificity?.count ?? 0)) / rows,
    )
    return Math.max(...accuracies) - 0.5
  })
  const mean = runs.reduce((sum, one) => sum + one, 0) / runs.length
  expect(mean).toBeGreaterThan(least)
  expect(mean).toBeLessThan(most)
})
