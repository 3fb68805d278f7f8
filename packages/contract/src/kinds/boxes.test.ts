import { expect, test } from 'vitest'
import { type Box, boxesIn, boxesText, endsOf, matchBoxes, overlapOf, truthIn } from './boxes.ts'

const box = (name: string, x: number, w = 0.2): Box => ({ class: name, x, y: 0.5, w, h: 0.4 })
const said = (name: string, x: number, score: number) => ({ ...box(name, x), score })

test.each([
  ['itself', 0.5, 1],
  ['half of it', 0.6, 1 / 3],
  ['its side', 0.7, 0],
  ['elsewhere', 0.9, 0],
])('a box overlaps %s', (_what, x, expected) => {
  expect(overlapOf(endsOf(box('cat', 0.5)), endsOf(box('cat', x)))).toBeCloseTo(expected, 12)
})

test('a box without a size overlaps nothing', () => {
  expect(overlapOf(endsOf(box('cat', 0.5, 0)), endsOf(box('cat', 0.5, 0)))).toBe(0)
})

test('the surest box takes the true one; another on it, of another class or elsewhere is a false alarm', () => {
  const truth = [box('cat', 0.3), box('dog', 0.7)]
  const [sure, twice, other] = [said('cat', 0.31, 0.9), said('cat', 0.29, 0.8), said('cat', 0.7, 0.95)]
  expect(matchBoxes(truth, [twice, sure, other])).toEqual({
    found: [sure],
    missed: [truth[1]],
    falseAlarms: [other, twice],
  })
})

test('of two true boxes it takes the one it overlaps more, so that the other is left for the next', () => {
  const truth = [box('cat', 0.5), box('cat', 0.55)]
  const { found, missed } = matchBoxes(truth, [said('cat', 0.54, 0.9), said('cat', 0.5, 0.8)])
  expect([found.length, missed]).toEqual([2, []])
})

test('what a model can find has a size and a class that it knows', () => {
  const cell = JSON.stringify([box('cat', 0.5), box('cow', 0.5), box('cat', 0.5, 0)])
  expect(truthIn(cell, ['cat', 'dog'])).toEqual([box('cat', 0.5)])
  expect(truthIn(null, ['cat'])).toBeUndefined()
})

test('what is shown is said in words: by class, from the score on that counts', () => {
  expect(boxesText([said('dog', 0.1, 0.3), said('cat', 0.3, 0.9), said('cat', 0.6, 0.29)])).toBe('cat 1, dog 1')
  expect(boxesText([])).toBe('')
})

test.each([
  ['[]', []],
  [JSON.stringify([box('cat', 0.5)]), [box('cat', 0.5)]],
  ['[{"class":"cat"}]', undefined],
  ['cat', undefined],
  [null, undefined],
])('the cell %j', (cell, expected) => expect(boxesIn(cell)).toEqual(expected))
