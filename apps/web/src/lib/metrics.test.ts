import { expect, test } from 'vitest'
import { directionOf, gainOf, gainText, isLowerBetter, metricNames, metricText } from './metrics.ts'

test('sorts metrics by how informative they are, with unknown ones last', {
  meta: { spec: 'limits.metric-labels-classification' },
}, () => {
  expect(metricNames({ loss: 0.3, zeta: 1, f1: 0.8, accuracy: 0.9 })).toEqual(['accuracy', 'f1', 'loss', 'zeta'])
  expect(metricNames({ mae: 1, loss: 2 }, { r2: 0.5, loss: 1 }, { rmse: 3, auc: 1 })).toEqual([
    ...['auc', 'r2', 'rmse', 'mae', 'loss'],
  ])
})

test('lists variants of a metric after it, and metrics on training rows last', {
  meta: { spec: 'limits.metric-labels-other' },
}, () => {
  expect(metricNames({ zeta: 1, train_accuracy: 1, loss: 1, f1: 1, val_accuracy: 1, accuracy: 1, ner_f1: 1 })).toEqual([
    ...['accuracy', 'val_accuracy', 'f1', 'ner_f1', 'loss', 'train_accuracy', 'zeta'],
  ])
  expect(metricNames({ loss: 1, box_recall: 1, box_precision: 1, map50_95: 1, map50: 1 })).toEqual([
    ...['map50', 'map50_95', 'box_precision', 'box_recall', 'loss'],
  ])
  expect(isLowerBetter('val_loss')).toBe(true)
})

test.each([
  ['accuracy', 0.81234, '81.23%'],
  ['multilabel_f1', 0.5, '50.00%'],
  ['test_acc', 0.5, '50.00%'],
  ['val_loss', 0.5, '0.5'],
  ['macro_f1', 0.5, '50.00%'],
  ['map50_95', 0.5, '50.00%'],
  ['rmse', 12.5, '12.5'],
  ['dice', 0.8, '0.8'],
  ['accuracy', undefined, '–'],
  ['loss', undefined, '–'],
])('formats the value %s of the metric %s as %s', (name, value, text) => {
  expect(metricText(name, value)).toBe(text)
})

test.each([
  ['accuracy', 0.75, 0.8, '+5.00', 'better'],
  ['accuracy', 0.8, 0.75, '−5.00', 'worse'],
  ['accuracy', 0.8, 0.8, '±0.00', 'same'],
  ['accuracy', 0.8, 0.80004, '±0.00', 'same'],
  ['accuracy', 0.8, 0.8001, '+0.01', 'better'],
  ['rmse', 10, 8, '+2.0000', 'better'],
  ['rmse', 8, 10, '−2.0000', 'worse'],
  ['rmse', 8, 8.00004, '±0.0000', 'same'],
] as const)(
  'the metric %s from %d (local) to %d (federated) is a gain of %s: %s',
  (name, alone, together, text, direction) => {
    const gain = gainOf(name, alone, together)
    expect(gainText(name, gain)).toBe(text)
    expect(directionOf(name, gain)).toBe(direction)
  },
)
