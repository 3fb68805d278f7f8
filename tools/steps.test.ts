import { expect, test } from 'vitest'
import { scoreText } from './steps.ts'

test.each([
  [{ accuracy: 0.9339, loss: 0.1 }, '93.39 % right'],
  [{ ner_f1: 0.5, ner_recall: 0.4 }, '50.00 % F1'],
  [{ map50: 1, loss: 0.4 }, '100.00 % mean average precision'],
  // A run without any of the main scores reports no score, not 0 %.
  [{ inertia: 12 }, ''],
])('reports the main score of a run, whichever metric it has: %j', (metrics, text) => {
  expect(scoreText(metrics)).toBe(text)
})
