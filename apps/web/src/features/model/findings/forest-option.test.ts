import { expect, test } from 'vitest'
import { forestOption, heightOf, isCut, ratioAxis } from './forest-option.ts'

test.each([
  ['near 1, quarters of a doubling', [0.9, 0.95], { min: -0.25, max: 0, interval: 0.25 }, ['0.841', '1']],
  ['between, doublings', [0.5, 4], { min: -1, max: 2, interval: 0.5 }, ['0.5', '4']],
  ['far apart, powers of ten', [0.01, 900], { min: -2, max: 3, interval: 1 }, ['0.01', '1000']],
  ['beyond the edge, up to it', [1e-20, 1e40], { min: -3, max: 3, interval: 1 }, ['0.001', '1000']],
  ['all 1, around it', [1], { min: -0.25, max: 0.25, interval: 0.25 }, ['0.841', '1.19']],
])('chooses the axis of a forest plot for ratios %s', (_what, ratios, range, ends) => {
  const axis = ratioAxis(ratios.map(Math.log))
  expect(axis.range).toEqual(range)
  expect([axis.range.min, axis.range.max].map(axis.nameOf)).toEqual(ends)
})

const lines = [
  { name: 'age', estimate: 2, low: 1, high: 3, text: 'age: 2.00' },
  { name: 'bmi', estimate: -20, low: -50, high: 1, text: 'bmi: −20.0' },
  { name: 'sex', estimate: 1, text: 'sex: 1.00' },
]
const drawn = (isRatio: boolean) =>
  forestOption({ lines, isRatio, accent: '#000', nameWidth: 100, axisName: 'Odds ratio' })

test('draws each interval as a line, and an estimate without an interval as a point', () => {
  const { series, xAxis, yAxis } = drawn(false)
  expect(xAxis.name).toBe('Odds ratio')
  expect(yAxis.data).toEqual(['age', 'bmi', 'sex'])
  const age = [
    [1, 0],
    [3, 0],
    ['-', 0],
  ]
  const bmi = [
    [-50, 1],
    [1, 1],
    ['-', 1],
  ]
  expect(series[0]?.data).toEqual([...age, ...bmi])
  expect(series[1]?.data).toEqual([
    [2, 0],
    [-20, 1],
    [1, 2],
  ])
  expect(series[2]?.data).toEqual([])
  expect(isCut({ lines, isRatio: false })).toBe(false)
})

test('draws an arrow where an interval continues beyond the plot', () => {
  const { series, tooltip } = drawn(true)
  expect(series[1]?.data.map((point) => (point as number[])[1])).toEqual([0, 2])
  expect(series[2]?.data).toEqual([{ value: [expect.closeTo(-3), 1], symbolRotate: 90 }])
  expect(tooltip.formatter({ value: [-3, 1] })).toBe('bmi: −20.0')
  expect(isCut({ lines, isRatio: true })).toBe(true)
})

test.each([
  ['short names take a row each', ['age', 'bmi'], 240, 2 * 26 + 60],
  [
    'a long one makes room for its lines in every row',
    ['age', 'note: cough for three days (compared with none)'],
    112,
    2 * 43 + 60,
  ],
  [
    'Chinese letters are twice as wide, so that 18 of them take three lines',
    ['age', '备注：咳嗽三天以上（相对于 无特殊）'],
    112,
    2 * 43 + 60,
  ],
] as const)('makes the rows of a forest plot high enough for names: %s', (_which, names, width, height) => {
  expect(
    heightOf(
      names.map((name) => ({ name })),
      width,
    ),
  ).toBe(height)
})
