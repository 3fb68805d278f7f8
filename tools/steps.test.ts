import { expect, test } from 'vitest'
import { scoreText } from './steps.ts'

test.each([
  [{ accuracy: 0.9339, loss: 0.1 }, '93.39 % right'],
  [{ ner_f1: 0.5, ner_recall: 0.4 }, '50.00 % F1'],
  [{ map50: 1, loss: 0.4 }, '100.00 % mean average precision'],
  // A run that says nothing of right and wrong is not told to be always wrong.
  [{ inertia: 12 }, ''],
])('a run is told by the score that it has: %j', (metrics, text) => {
  expect(scoreText(metrics)).toBe(text)
})
