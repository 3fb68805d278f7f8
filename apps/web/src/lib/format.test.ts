import { expect, test } from 'vitest'
import { formatAgo, formatDate, formatDuration, formatNumber, formatPercent, formatSize } from './format.ts'

test.each([
  [0.98765, '98.77%'],
  [1, '100.00%'],
  [87.5, '87.50%'],
  [0, '0.00%'],
  [null, '–'],
])('percent of %s', (value, text) => expect(formatPercent(value)).toBe(text))

test.each([
  [0, '00:00:00'],
  [61_999, '00:01:01'],
  [90_061_000, '25:01:01'],
  [-5, '00:00:00'],
])('duration of %d ms', (ms, text) => expect(formatDuration(ms)).toBe(text))

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 3, '5.0 GB'],
])('size of %d', (bytes, text) => expect(formatSize(bytes)).toBe(text))

test('numbers are grouped', () => expect(formatNumber(1234567.89123)).toBe('1,234,567.8912'))

test('dates and ages follow the language', () => {
  const date = new Date(2026, 2, 5, 12)
  expect(formatDate(date, 'cn')).toBe('2026年3月5日')
  expect(formatDate(date, 'en')).toBe('5 Mar 2026')
  expect(formatAgo(new Date(date.getTime() - 300_000), date, 'cn')).toBe('5分钟前')
  expect(formatAgo(new Date(date.getTime() - 300_000), date, 'en')).toBe('5 minutes ago')
})
