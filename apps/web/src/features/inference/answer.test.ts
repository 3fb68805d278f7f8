import { expect, test } from 'vitest'
import { answerText } from './answer.ts'

test.each([
  ['a number', { result: '1234.5000000000002', probabilities: {} }, '1,234.5'],
  ['a class that is a number', { result: '20240115', probabilities: { 20240115: 0.9, 20240116: 0.1 } }, '20240115'],
  ['a class', { result: 'malignant', probabilities: { malignant: 1 } }, 'malignant'],
])('%s', (_what, prediction, text) => {
  expect(answerText({ data: {}, ...prediction })).toBe(text)
})
