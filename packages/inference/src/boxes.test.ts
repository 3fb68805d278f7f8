import { readFileSync } from 'node:fs'
import type { BoxesOutput } from '@tessera/contract'
import { expect, test } from 'vitest'
import { boxesOf, keptPlaces } from './boxes.ts'

interface Case {
  name: string
  least: number
  overlap: number
  boxes: number[][]
  scores: number[]
  classes: number[]
  kept: number[]
}

// `engine/tests/write_models.py` writes these cases, with which the engine's non-maximum suppression is also tested.
const cases: Case[] = JSON.parse(readFileSync(new URL('../test-data/boxes.json', import.meta.url), 'utf8'))

test('uses cases in which a candidate box is dropped', () => {
  expect(cases.filter(({ scores, kept }) => kept.length < scores.length).length).toBeGreaterThan(3)
})

test.each(cases.map((one) => [one.name, one] as const))(
  'keeps the same candidate boxes as Python: %s',
  (_name, one) => {
    const kept = keptPlaces({ ...one, boxes: one.boxes.flat() }, one)
    expect(kept.map(({ place }) => place)).toEqual(one.kept)
  },
)

const output: BoxesOutput = { kind: 'boxes', label: 'boxes', classes: ['cat'], least: 0.05, overlap: 0.5 }
const one = { boxes: [0.1, 0.2, 0.4, 0.8], scores: [0.9], classes: [0] }

test('describes a box by its centre and size, as datasets do', () => {
  expect(boxesOf(one, output)).toEqual([{ class: 'cat', x: 0.25, y: 0.5, w: 0.3, h: 0.6, score: 0.9 }])
})

test.each([
  ['no number for a score', { scores: [Number.NaN] }, 'inference.no-answer'],
  ['no number for a place', { boxes: [0.1, Number.NaN, 0.4, 0.8] }, 'inference.no-answer'],
  ['an unknown class', { classes: [1] }, 'inference.model-failed'],
])("refuses a model's prediction of boxes with %s", (_what, wrong, code) => {
  expect(() => boxesOf({ ...one, ...wrong }, output)).toThrow(expect.objectContaining({ code }))
})
