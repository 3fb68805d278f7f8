import { expect, test } from 'vitest'
import { labelsIn, labelsSaid } from './several-labels.ts'

test('returns labels in the model’s order, even numeric ones, which JavaScript objects list first', () => {
  const probabilities = Object.fromEntries([...Object.entries({ old: 0.6, 10: 0.9 }), ['2', 0.51], ['1', 0.5]])
  expect(labelsSaid(['old', '10', '2', '1', 'gone'], probabilities)).toEqual(['old', '10', '2'])
})

test('reads a cell as a list of labels or as a single label', () => {
  expect(labelsIn('["a","b"]')).toEqual(['a', 'b'])
  expect(['a', '[1]', '[a'].map(labelsIn)).toEqual([['a'], ['[1]'], ['[a']])
})
