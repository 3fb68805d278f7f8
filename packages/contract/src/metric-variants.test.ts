import { expect, test } from 'vitest'
import { metricHelp } from './metric-help.ts'
import { KNOWN_METRICS } from './metric-names.ts'
import { METRIC_VARIANTS, variantOf } from './metric-variants.ts'

test.each([
  ['multilabel_precision', { of: 'multilabel', metric: 'precision' }],
  ['id-recall', { of: 'id', metric: 'recall' }],
  ['ner_f1', { of: 'ner', metric: 'f1' }],
  ['train_acc', { of: 'train', metric: 'accuracy' }],
  ['val_loss', { of: 'val', metric: 'loss' }],
  ['test_accuracy', { of: 'test', metric: 'accuracy' }],
  ['box_recall', { of: 'box', metric: 'recall' }],
  ['ner_loss', null],
  ['accuracy', null],
  ['valid_accuracy', null],
])('reads the metric name %s as %j', (name, variant) => expect(variantOf(name)).toEqual(variant))

test('lists only metric names that are variants', () => {
  expect(METRIC_VARIANTS).toHaveLength(19)
  for (const name of METRIC_VARIANTS) expect(variantOf(name), name).not.toBeNull()
})

test('has a help text for every metric in both languages, and none for unknown metrics', () => {
  for (const language of ['en', 'cn'] as const) {
    const helps = [...KNOWN_METRICS, ...METRIC_VARIANTS].map((name) => metricHelp(name, language))
    expect(helps).not.toContain(null)
    expect(new Set(helps).size).toBe(helps.length)
  }
  expect(metricHelp('dice', 'en')).toBeNull()
})
