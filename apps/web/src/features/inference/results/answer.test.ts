import { expect, test } from 'vitest'
import { answerText } from './answer.ts'

test.each([
  ['a number', { kind: 'number' as const, result: '1234.5000000000002' }, '1,234.5'],
  [
    'a class that is a number',
    { kind: 'classes' as const, result: '20240115', probabilities: { 20240115: 0.9, 20240116: 0.1 } },
    '20240115',
  ],
  ['a class', { kind: 'classes' as const, result: 'malignant', probabilities: { malignant: 1 } }, 'malignant'],
  ['a cluster', { kind: 'clusters' as const, result: '2', distance: 0.5 }, '2'],
])('formats the prediction of %s as text', (_what, prediction, text) => {
  expect(answerText({ data: {}, ...prediction })).toBe(text)
})
