import { expect, test } from 'vitest'
import { differenceOfMeans, differenceOfShares, formatDifference } from './differences.ts'

test.each([
  [60, { mean: 54, deviation: 8 }, 0.75, '+0.75'],
  [50, { mean: 54, deviation: 8 }, -0.5, '−0.50'],
  [54, { mean: 54, deviation: 8 }, 0, '0.00'],
  [54, { mean: 54, deviation: 0 }, null, '–'],
  [null, { mean: 54, deviation: 8 }, null, '–'],
  [54, {}, null, '–'],
])('computes by how many standard deviations a mean of %s differs from %o', (mean, all, difference, text) => {
  expect(differenceOfMeans(mean, all)).toBe(difference)
  expect(formatDifference(difference)).toBe(text)
})

test.each([
  [0.75, 0.5, 0.5],
  [0, 0.2, -0.5],
  [1, 1, null],
  [0, 0, null],
  [0.3, null, null],
  [undefined, 0.3, null],
])('computes by how many standard deviations a share of %s differs from %s', (share, all, difference) => {
  const found = differenceOfShares(share, all)
  if (difference === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(difference)
})
