import { durationText } from '@tessera/contract'
import { expect, test } from 'vitest'
import {
  formatAgo,
  formatChance,
  formatDate,
  formatError,
  formatMeasured,
  formatMoment,
  formatNumber,
  formatPercent,
  formatRatio,
  formatSignificant,
  formatSize,
} from './format.ts'

test.each([
  [0.98765, '98.77%'],
  [1, '100.00%'],
  [87.5, '87.50%'],
  [0, '0.00%'],
  [null, '–'],
])('formats %s as a percentage', { meta: { spec: 'limits.metric-percent-format' } }, (value, text) =>
  expect(formatPercent(value)).toBe(text),
)

test.each([
  [0, '00:00:00'],
  [61_999, '00:01:01'],
  [90_061_000, '25:01:01'],
  [-5, '00:00:00'],
])('formats a duration of %d ms', { meta: { spec: 'limits.elapsed-time-format' } }, (ms, text) =>
  expect(durationText(ms)).toBe(text),
)

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 3, '5.0 GB'],
])('formats a size of %d bytes', (bytes, text) => expect(formatSize(bytes)).toBe(text))

test('groups the digits of numbers', () => expect(formatNumber(1234567.89123)).toBe('1,234,567.8912'))

test.each([
  [0, '0.00'],
  [1, '1.00'],
  [-0.012345, '−0.0123'],
  [0.00009876, '9.88 × 10⁻⁵'],
  [12_345, '12,300'],
  [-3.4e35, '−3.40 × 10³⁵'],
])('formats %d with three significant digits', (value, text) => expect(formatSignificant(value)).toBe(text))

test.each([
  [54.3712, 9.04, '54.37'],
  [-246.71, 31.2, '−246.7'],
  [54_321.9, 12_000, '54,322'],
  [0.000123, 0.00045, '0.000123'],
  [1.5e-9, 2e-9, '1.50 × 10⁻⁹'],
  [2021, 0, '2,021'],
])('formats %d to the precision of a deviation of %d', (value, deviation, text) => {
  expect(formatMeasured(value, deviation)).toBe(text)
})

test('formats a value that rounds to 0 without a sign', () => {
  expect(formatMeasured(-0.001, 9.04)).toBe('0.00')
  expect(formatMeasured(-0.01, 9.04)).toBe('−0.01')
  expect(formatNumber(-0.00001)).toBe('0')
})

test('rounds an error up, so that it stays an upper bound', () => {
  expect([formatError(0.301, 9), formatError(0.0001, 9), formatError(20.2, 12_000)]).toEqual(['0.31', '0.01', '21'])
})

test.each([
  [0, '1.00'],
  [Math.log(2.5), '2.50'],
  [81.77, '3.25 × 10³⁵'],
  [800, '> 10³⁰⁰'],
  [-800, '< 10⁻³⁰⁰'],
])('formats the ratio of log odds of %d', (log, text) => expect(formatRatio(log)).toBe(text))

test.each([
  [7.5e-7, '< 0.001'],
  [0.001, '0.00100'],
  [0.02258, '0.0226'],
])('formats a p value of %d', (p, text) => expect(formatChance(p)).toBe(text))

test('formats a date and time with seconds', () => {
  const date = new Date(2026, 2, 5, 12, 34, 56)
  expect(formatMoment(date, 'cn')).toBe('2026年3月5日 12:34:56')
  expect(formatMoment(date, 'en')).toBe('5 Mar 2026, 12:34:56')
})

test('formats dates and ages in the given language', { meta: { spec: 'limits.card-date-format' } }, () => {
  const date = new Date(2026, 2, 5, 12)
  expect(formatDate(date, 'cn')).toBe('2026年3月5日')
  expect(formatDate(date, 'en')).toBe('5 Mar 2026')
  expect(formatAgo(new Date(date.getTime() - 300_000), date, 'cn')).toBe('5分钟前')
  expect(formatAgo(date, date, 'cn')).toBe('刚刚')
  expect(formatAgo(new Date(date.getTime() - 300_000), date, 'en')).toBe('5 minutes ago')
})
