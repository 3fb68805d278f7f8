import type { InputColumn, ModelCard, ModelOutput, Prediction } from '@tessera/contract'
import { expect, test } from 'vitest'
import { effectsOf } from './effects.ts'
import { exactColumns, plainRow, sumOf } from './exact.ts'
import { measureOf } from './replaced.ts'

const COLUMNS = [
  { column: 'age', kind: 'number', example: 50, seen: { points: [20, 80], counts: [10, 80, 10] } },
  { column: 'sex', kind: 'category', categories: ['f', 'm'], seen: { points: [], counts: [60, 40, 0] } },
] as unknown as InputColumn[]
const COEFFICIENTS = [
  { column: 'age', category: null, class: null, estimate: 0.1 },
  { column: 'sex', category: 'm', class: null, estimate: 0.525 },
  { column: 'sex', category: '', class: null, estimate: 0.2 },
]
const effects = effectsOf({
  regression: { coefficients: COEFFICIENTS } as unknown as NonNullable<ModelCard['regression']>,
  curves: undefined,
})
if (!effects) throw new Error('no effects')

const hazard = (result: number) => ({ kind: 'survival', result }) as unknown as Prediction
const explained = (row: Parameters<typeof exactColumns>[1], answer: Prediction) => {
  const sum = sumOf(answer, { kind: 'number', label: 'ill' }, false)
  if (!sum) throw new Error('no sum')
  return exactColumns(COLUMNS, row, effects, sum)
}

test('explains a hazard relative to a row whose hazard is 1 and in which no column has an effect', () => {
  expect(explained(plainRow(COLUMNS), hazard(1))).toEqual([
    { column: 'age', effect: 0, typical: 50 },
    { column: 'sex', effect: 0, typical: 'f' },
  ])
})

test('adds up effects to the logarithm of the hazard', () => {
  const found = explained({ age: 60, sex: 'm' }, hazard(Math.exp(1.525)))
  expect(found.map(({ typical }) => typical)).toEqual([50, 'f'])
  expect(found.reduce((sum, { effect }) => sum + effect, 0)).toBeCloseTo(1.525, 12)
})

test.each([
  ['0.1', 0.1],
  ['0.9', 0.9],
])('explains the positive one of two classes, whichever class was predicted (%s)', (_what, ill) => {
  const result = ill > 0.5 ? 'ill' : 'well'
  const answer: Prediction = { kind: 'classes', data: {}, result, probabilities: { ill, well: 1 - ill } }
  for (const [classes, own, share] of [
    [['well', 'ill'], 'ill', ill],
    [['ill', 'well'], 'well', 1 - ill],
  ] as const) {
    const output: ModelOutput = { kind: 'classes', label: 'state', classes: [...classes] }
    const sum = sumOf(answer, output, false)
    expect(sum).toMatchObject({ unit: 'log-odds', class: own, against: classes[0] })
    expect(sum?.read(answer)).toBeCloseTo(Math.log(share / (1 - share)), 12)
    const measured = measureOf(answer, output)
    expect([measured.class, measured.read(answer)]).toEqual([own, share])
  }
})

test('explains the predicted class if there are more than two classes', () => {
  const probabilities = { a: 0.2, b: 0.7, c: 0.1 }
  const answer: Prediction = { kind: 'classes', data: {}, result: 'b', probabilities }
  const output: ModelOutput = { kind: 'classes', label: 'state', classes: ['a', 'b', 'c'] }
  expect(sumOf(answer, output, false)).toMatchObject({ class: 'b', against: 'a' })
})

test('explains a number relative to the mean over the training rows', () => {
  const [age, sex] = explained({ age: 50, sex: 'f' }, { kind: 'number', result: 1 } as unknown as Prediction)
  expect(age).toEqual({ column: 'age', effect: 0, typical: 50 })
  expect(sex).toEqual({ column: 'sex', effect: expect.closeTo(-0.21, 12), typical: null })
})
