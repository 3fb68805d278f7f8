import { expect, test } from 'vitest'
import { editDistance, nearestName } from './nearest-name.ts'

test.each([
  ['kitten', 'sitting', 3],
  ['age', 'age', 0],
  ['', 'age', 3],
  ['form', 'from', 1],
  ['年龄', '年齡', 1],
])('computes the edit distance of %s and %s: %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})

test.each([
  ['age', ['sex', 'Age', 'agent'], 'Age'],
  ['heart_rate', ['Heart Rate', 'heart_rating'], 'Heart Rate'],
  ['chol', ['cholesterol', 'sex', 'clo'], 'clo'],
  ['age', [], undefined],
])('finds the name nearest to %s among %j', (name, names, expected) => expect(nearestName(name, names)).toBe(expected))
