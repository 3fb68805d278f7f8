import { METRIC_VARIANTS } from '@tessera/contract'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from './i18n.ts'
import { useMetricName } from './metric-names.ts'

test.each([
  ['en', 'ner_f1', 'F1 (named entities)'],
  ['cn', 'box_recall', '召回率（标注框）'],
  ['en', 'map50', 'mAP at overlap 0.5'],
  ['cn', 'ner_f1', 'F1（命名实体）'],
  ['en', 'val_acc', 'Accuracy (validation)'],
  ['cn', 'train_accuracy', '准确率（训练集）'],
  ['en', 'f1', 'F1 (macro)'],
  ['cn', 'dice', 'dice'],
] as const)('displays the metric %s: %s as %s', (language, name, text) => {
  setLanguage(language)
  const { result } = renderHook(useMetricName)
  expect(result.current(name)).toBe(text)
})

test.each(['en', 'cn'] as const)(
  '%s: names every variant differently',
  { meta: { spec: 'limits.metric-labels-other' } },
  (language) => {
    setLanguage(language)
    const { result } = renderHook(useMetricName)
    const names = METRIC_VARIANTS.map(result.current)
    expect(new Set(names).size).toBe(METRIC_VARIANTS.length)
    for (const [at, name] of names.entries()) expect(name).not.toBe(METRIC_VARIANTS[at])
  },
)
