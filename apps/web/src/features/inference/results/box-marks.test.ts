import type { BoxesOutput } from '@tessera/contract'
import { expect, test } from 'vitest'
import { type Boxed, marksOf, thirdsOf } from './box-marks.ts'

const output: BoxesOutput = { kind: 'boxes', label: 'boxes', classes: ['cat', 'dog'], least: 0.05, overlap: 0.5 }
const box = (name: string, x: number) => ({ class: name, x, y: 0.5, w: 0.2, h: 0.2 })
const prediction = (truth: string | null): Boxed => ({
  kind: 'boxes',
  result: 'cat 1',
  data: { boxes: truth },
  boxes: [
    { ...box('cat', 0.2), score: 0.9 },
    { ...box('dog', 0.6), score: 0.4 },
    { ...box('dog', 0.9), score: 0.1 },
  ],
})
const kindsOf = (truth: string | null, score?: number) =>
  marksOf(prediction(truth), output, score).map(({ kind, class: name, x }) => [kind, name, x])

test('shows all predicted boxes from the selected score on if the true boxes are unknown', () => {
  expect(kindsOf(null)).toEqual([
    ['predicted', 'cat', 0.2],
    ['predicted', 'dog', 0.6],
  ])
  expect(kindsOf(null, 0.05)).toHaveLength(3)
})

test('marks boxes as found, false alarm or missed, depending on the minimum score', () => {
  const truth = JSON.stringify([box('cat', 0.21), box('dog', 0.9), box('cow', 0.5)])
  expect(kindsOf(truth)).toEqual([
    ['found', 'cat', 0.2],
    ['alarm', 'dog', 0.6],
    ['missed', 'dog', 0.9],
  ])
  expect(kindsOf(truth, 0.1).map(([kind]) => kind)).toEqual(['found', 'found', 'alarm'])
  expect(kindsOf('[]', 0.5)).toEqual([['alarm', 'cat', 0.2]])
})

test.each([
  [0.1, 0.1, '00'],
  [0.5, 0.5, '11'],
  [1, 0.2, '02'],
])('describes a centre at %s, %s by the thirds of the picture %s', (x, y, thirds) => {
  expect(thirdsOf({ ...box('cat', x), y })).toBe(thirds)
})
