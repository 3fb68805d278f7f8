import { expect, test } from 'vitest'
import { scoreText } from './steps.ts'

test.each([
  [{ accuracy: 0.9339, loss: 0.1 }, '93.39 % right'],
  [{ ner_f1: 0.5, ner_recall: 0.4 }, '50.00 % F1'],
  [{ map50: 1, loss: 0.4 }, '100.00 % mean average precision'],
  // A run without such a score must not appear as always wrong.
  [{ inertia: 12 }, ''],
])('reports a run by the score that it has: %j', (metrics, text) => {
  expect(scoreText(metrics)).toBe(text)
})
