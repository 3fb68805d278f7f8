import { expect, test } from 'vitest'
import { type Box, boxesIn, boxesText, endsOf, matchBoxes, overlapOf, truthIn } from './boxes.ts'

const box = (name: string, x: number, w = 0.2): Box => ({ class: name, x, y: 0.5, w, h: 0.4 })
const predicted = (name: string, x: number, score: number) => ({ ...box(name, x), score })

test.each([
  ['itself', 0.5, 1],
  ['half of it', 0.6, 1 / 3],
  ['its side', 0.7, 0],
  ['elsewhere', 0.9, 0],
])('computes the overlap of a box with %s', (_what, x, expected) => {
  expect(overlapOf(endsOf(box('cat', 0.5)), endsOf(box('cat', x)))).toBeCloseTo(expected, 12)
})

test('computes no overlap for a box without a size', () => {
  expect(overlapOf(endsOf(box('cat', 0.5, 0)), endsOf(box('cat', 0.5, 0)))).toBe(0)
})

test('matches the predicted box with the highest score, and counts duplicates, other classes and other positions as false alarms', {
  meta: { spec: 'screens.inference-result-detection' },
}, () => {
  const truth = [box('cat', 0.3), box('dog', 0.7)]
  const [sure, twice, other] = [predicted('cat', 0.31, 0.9), predicted('cat', 0.29, 0.8), predicted('cat', 0.7, 0.95)]
  expect(matchBoxes(truth, [twice, sure, other])).toEqual({
    found: [sure],
    missed: [truth[1]],
    falseAlarms: [other, twice],
  })
})

test('matches a predicted box with the true box of larger overlap, and leaves the other for the next predicted box', () => {
  const truth = [box('cat', 0.5), box('cat', 0.55)]
  const { found, missed } = matchBoxes(truth, [predicted('cat', 0.54, 0.9), predicted('cat', 0.5, 0.8)])
  expect([found.length, missed]).toEqual([2, []])
})

test('reads only boxes that have a size and a known class', () => {
  const cell = JSON.stringify([box('cat', 0.5), box('cow', 0.5), box('cat', 0.5, 0)])
  expect(truthIn(cell, ['cat', 'dog'])).toEqual([box('cat', 0.5)])
  expect(truthIn(null, ['cat'])).toBeUndefined()
})

test('describes the boxes of a picture that have at least the minimum score, by class', () => {
  expect(boxesText([predicted('dog', 0.1, 0.3), predicted('cat', 0.3, 0.9), predicted('cat', 0.6, 0.29)])).toBe(
    'cat 1, dog 1',
  )
  expect(boxesText([])).toBe('')
})

test.each([
  ['[]', []],
  [JSON.stringify([box('cat', 0.5)]), [box('cat', 0.5)]],
  ['[{"class":"cat"}]', undefined],
  ['cat', undefined],
  [null, undefined],
])('reads the boxes of the cell %j', (cell, expected) => expect(boxesIn(cell)).toEqual(expected))
