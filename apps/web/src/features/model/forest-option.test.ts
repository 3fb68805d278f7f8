import { expect, test } from 'vitest'
import { forestOption, ratioAxis } from './forest-option.ts'

test.each([
  ['small ones at doublings', [0.5, 4], { min: -1, max: 2, interval: 0.5 }, ['0.5', '1', '2.83', '4']],
  ['those below 1 up to 1', [0.9, 0.95], { min: -0.25, max: 0.25, interval: 0.25 }, ['0.841', '1', '1.19']],
])('ratios: %s', (_what, ratios, range, names) => {
  const axis = ratioAxis(ratios.map(Math.log))
  expect(axis.range).toEqual(range)
  expect([range.min, 0, range.max].map(axis.nameOf).filter((name) => !names.includes(name))).toEqual([])
})

test('ratios far apart stand at powers of ten, with 1 among them', () => {
  const axis = ratioAxis([-20, 40])
  expect(axis.range).toEqual({ min: -10, max: 20, interval: 5 })
  expect([-10, -5, 0, 20].map(axis.nameOf)).toEqual(['10⁻¹⁰', '10⁻⁵', '1', '10²⁰'])
})

test('ratios that are all 1 have an axis too', () => {
  const { min, max } = ratioAxis([0]).range
  expect(max).toBeGreaterThan(min)
})

test('each interval is a line of its own; an estimate without one is a point', () => {
  const lines = [
    { name: 'age', estimate: 2, low: 1, high: 3, text: 'age: 2.00' },
    { name: 'bmi', estimate: -1, text: 'bmi: −1.00' },
  ]
  const { series, yAxis } = forestOption({ lines, isRatio: false, accent: '#000', nameWidth: 100 })
  expect(yAxis.data).toEqual(['age', 'bmi'])
  expect(series[0]?.data).toEqual([
    [1, 0],
    [3, 0],
    ['-', 0],
  ])
  expect(series[1]?.data).toEqual([
    [2, 0],
    [-1, 1],
  ])
})
