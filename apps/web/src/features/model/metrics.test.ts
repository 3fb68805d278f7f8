import { expect, test } from 'vitest'
import { gainOf, gainText, metricNames, metricText } from './metrics.ts'

test('the metric that says most comes first, unknown ones last', () => {
  expect(metricNames({ loss: 0.3, zeta: 1, f1: 0.8, accuracy: 0.9 })).toEqual(['accuracy', 'f1', 'loss', 'zeta'])
  expect(metricNames({ mae: 1, loss: 2, r2: 0.5, rmse: 3 })).toEqual(['r2', 'rmse', 'mae', 'loss'])
})

test('shares are percentages with two decimals, errors are plain numbers', () => {
  expect(metricText('accuracy', 0.81234)).toBe('81.23%')
  expect(metricText('rmse', 12.5)).toBe('12.5')
})

test.each([
  ['accuracy', 0.75, 0.8, '+5.00'],
  ['accuracy', 0.8, 0.75, '−5.00'],
  ['accuracy', 0.8, 0.8, '±0.00'],
  ['rmse', 10, 8, '+2.0000'],
  ['rmse', 8, 10, '−2.0000'],
])('%s alone %d, together %d is a gain of %s', (name, alone, together, expected) => {
  expect(gainText(name, gainOf(name, alone, together))).toBe(expected)
})
