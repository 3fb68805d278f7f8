import { expect, test } from 'vitest'
import { isClassLabel, startingClasses } from './classes.ts'

const two = [
  { name: 'benign', count: 20 },
  { name: 'malignant', count: 10 },
]
test('preselects the classes that the party has named or, if there are none, the initiator’s or all', () => {
  const ticked = (own: string[], initiator: string[]) => [...startingClasses(two, { own, initiator })]
  expect(ticked([], [])).toEqual(['benign', 'malignant'])
  expect(ticked([], ['benign', 'other'])).toEqual(['benign'])
  expect(ticked(['malignant'], ['benign'])).toEqual(['malignant'])
  expect(ticked([], ['other'])).toEqual(['benign', 'malignant'])
})

test('preselects the classes that are not left out, whether or not their names are disclosed', () => {
  const narrowed = [...two, { name: 'unclear', count: 2, isLeftOut: true }]
  expect([...startingClasses(narrowed, { own: [], initiator: ['unclear'] })]).toEqual(['benign', 'malignant'])
})

test('does not treat numbers, or texts with 1,000 different values, as classes', () => {
  expect(isClassLabel('text', two)).toBe(true)
  expect(isClassLabel('number', [...two, { name: '3', count: 1 }])).toBe(false)
  const many = Array.from({ length: 1_000 }, (_, index) => ({ name: String(index), count: 1 }))
  expect(isClassLabel('text', many)).toBe(false)
})
