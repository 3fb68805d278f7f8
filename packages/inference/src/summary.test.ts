import type { InputColumn, ModelOutput, Prediction, TableRow } from '@tessera/contract'
import { expect, test } from 'vitest'
import { Values } from './bins.ts'
import { Summary } from './summary.ts'

const classes: ModelOutput = { kind: 'classes', label: 'ill', classes: ['no', 'yes'] }
const predicted = (result: string, yes: number, data: TableRow = {}): Prediction => ({
  kind: 'classes',
  result,
  data,
  probabilities: { no: 1 - yes, yes },
})
const columns: InputColumn[] = [
  { name: 'c0', column: 'age', kind: 'number', seen: { points: [20, 40, 80], counts: [5, 40, 50, 6] } },
  { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'], seen: { points: [], counts: [60, 41, 0] } },
]

function summed(output: ModelOutput, columns: InputColumn[], predictions: Prediction[]) {
  const summary = new Summary(output, columns)
  const outsides = predictions.map((one) => summary.add(one))
  return { summary, outsides, result: summary.result() }
}

test('counts predictions by true and predicted class, and by the probability of the second class', () => {
  const { summary, result } = summed(
    classes,
    [],
    [
      predicted('yes', 0.9, { ill: 'yes' }),
      predicted('yes', 0.7, { ill: 'no' }),
      predicted('no', 0.1, { ill: 'no' }),
      predicted('no', 0.12, { ill: 'unclear' }),
      predicted('no', 0, { ill: null }),
    ],
  )
  expect(result.confusion).toEqual([
    [1, 1],
    [0, 1],
    [1, 0],
  ])
  expect(summary.accuracy).toBe(0.5)
  expect(result.results).toEqual([
    { name: 'no', rows: 3 },
    { name: 'yes', rows: 2 },
  ])
  const { scores } = result
  expect(scores.class).toBe('yes')
  expect(scores.counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect([scores.counts[0], scores.counts[2], scores.counts[14], scores.counts[18]]).toEqual([1, 2, 1, 1])
  expect(result).not.toHaveProperty('outside')
})

test.each([
  [
    '0 and 1',
    ['false', 'true'],
    [
      [1, 'true'],
      [0, 'false'],
      ['1', 'false'],
      ['0.0', 'true'],
    ],
  ],
  [
    'booleans',
    [0, 1],
    [
      [true, '1'],
      ['FALSE', '0'],
      [true, '0'],
      [' false ', '1'],
    ],
  ],
] as [string, (string | number)[], [string | number | boolean, string][]][])(
  'matches labels that are %s with classes that the model spells differently',
  (_what, names, rows) => {
    const output: ModelOutput = { kind: 'classes', label: 'ill', classes: names }
    const { summary, result } = summed(
      output,
      [],
      rows.map(([ill, result]) => ({ kind: 'classes', result, data: { ill }, probabilities: {} })),
    )
    expect(summary.accuracy).toBe(0.5)
    expect(result.confusion?.slice(0, 2)).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(result).not.toHaveProperty('otherLabels')
  },
)

test('returns no score if the model knows none of the labels, and lists the labels', () => {
  const rows = ['sick', 'sick', 'well'].map((ill) => predicted('yes', 0.9, { ill }))
  const { summary, result } = summed(classes, [], rows)
  expect(summary.accuracy).toBeNull()
  expect(result).not.toHaveProperty('confusion')
  expect(result.otherLabels).toEqual({
    isScored: false,
    names: [
      { name: 'sick', rows: 2 },
      { name: 'well', rows: 1 },
    ],
  })
  // If one label of a row is a class of the model, its other labels count as wrong.
  const some = summed(
    classes,
    [],
    [...rows, predicted('yes', 0.9, { ill: 'yes' }), predicted('yes', 0.9, { ill: ' ' })],
  )
  expect(some.summary.accuracy).toBe(0.25)
  expect(some.result.otherLabels).toMatchObject({ isScored: true, names: [{ name: 'sick' }, { name: 'well' }] })
})

test('returns no score for several labels if the model knows none of them', () => {
  const output: ModelOutput = { kind: 'labels', label: 'tones', classes: ['calm', 'wild'] }
  const row = (tones: string): Prediction => ({
    kind: 'labels',
    result: '',
    data: { tones },
    probabilities: { calm: 0.1, wild: 0.1 },
  })
  const { summary, result } = summed(output, [], [row('["Calm"]'), row('[]')])
  expect(summary.accuracy).toBeNull()
  expect(result).not.toHaveProperty('labels')
  expect(result.otherLabels).toEqual({ isScored: false, names: [{ name: 'Calm', rows: 1 }] })
  expect(summed(output, [], [row('[]')]).summary.accuracy).toBe(1)
})

test('counts a value that is not a category as outside the training data, whatever the counts of the column', () => {
  const category = (more: object): InputColumn[] => [
    { name: 'c0', column: 'sex', kind: 'category', categories: ['f', 'm'], ...more },
  ]
  const unseen = (columns: InputColumn[], value: string | number | boolean | null) =>
    summed(classes, columns, [predicted('no', 0, { sex: value })]).result.outside?.rows
  const others = { seen: { points: [], counts: [60, 30, 11] } }
  for (const columns of [category({}), category(others)]) {
    expect(unseen(columns, 'x')).toBe(1)
    expect([unseen(columns, 'f'), unseen(columns, ' m '), unseen(columns, null), unseen(columns, '')]).toEqual([
      0, 0, 0, 0,
    ])
  }
  expect(unseen(category({ categories: ['false', 'true'] }), 1)).toBe(0)
  expect(unseen(category({ categories: [] }), 'x')).toBeUndefined()
  expect(summed(classes, category(others), [predicted('no', 0, { sex: 'x' })]).outsides[0]?.[0]).toMatchObject({
    count: 11,
    rows: 101,
  })
})

test('names the category that represents kinds of values that no training row had', () => {
  const sex = (rest: InputColumn['rest'], counts: number[]): InputColumn[] => [
    { name: 'c0', column: 'sex', kind: 'category', categories: ['f', 'm'], rest, seen: { points: [], counts } },
  ]
  const found = (columns: InputColumn[]) =>
    ['x', null].map((value) => summed(classes, columns, [predicted('no', 0, { sex: value })]).outsides[0]?.[0] ?? null)
  // The training rows contain both missing values and other texts, only missing values, only other texts, or neither.
  expect(found(sex({ other: 2, missing: 3 }, [60, 30, 11, 9]))).toMatchObject([{ side: 'unknown', count: 11 }, null])
  expect(found(sex({ other: 0, missing: 2 }, [60, 30, 9]))).toMatchObject([
    { side: 'unknown', count: 0, as: 'f' },
    null,
  ])
  expect(found(sex({ other: 2, missing: 0 }, [60, 30, 11]))).toMatchObject([
    { side: 'unknown', count: 11, as: null },
    { side: 'missing', count: 0, as: 'f' },
  ])
  expect(found(sex({ other: 1, missing: 1 }, [30, 60, 0]))).toMatchObject([{ as: 'm' }, { as: 'm' }])
})

test('counts the probabilities of the predicted of three classes, and returns no matrix without the label', () => {
  const output: ModelOutput = { kind: 'classes', label: 'grade', classes: [1, 2, 3] }
  const prediction: Prediction = { kind: 'classes', data: {}, result: '3', probabilities: { 1: 0.2, 2: 0.25, 3: 0.55 } }
  const { summary, result } = summed(output, [], [prediction])
  expect(result.scores).toMatchObject({ class: null })
  expect(result.scores.counts[11]).toBe(1)
  expect(result).not.toHaveProperty('confusion')
  expect(summary.accuracy).toBeNull()
})

test('summarises the residuals of predicted numbers if the data contain the label', () => {
  const output: ModelOutput = { kind: 'number', label: 'days' }
  const days = [
    [3, 5],
    [8, 4],
    [2, null],
    [2, 'many'],
    [2, ''],
  ] as const
  const { result } = summed(
    output,
    [],
    days.map(([result, truth]) => ({ kind: 'number', result: String(result), data: { days: truth } })),
  )
  expect(result.residuals).toMatchObject({ rows: 2, mean: -1, mae: 3, rmse: Math.sqrt(10) })
  expect(result.scores.counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(result).not.toHaveProperty('results')
})

test('counts each row outside the training data once in total and once per column', () => {
  const row = (age: number | string, sex: string | null) => predicted('no', 0, { age, sex })
  const { outsides, result } = summed(classes, columns, [row(99_999, 'x'), row(19, 'f'), row('80', null), row(40, 'm')])
  expect(outsides).toEqual([
    [
      { column: 'age', side: 'above', point: 80, count: 6, rows: 101, as: null },
      { column: 'sex', side: 'unknown', point: null, count: 0, rows: 101, as: null },
    ],
    [{ column: 'age', side: 'below', point: 20, count: 5, rows: 101, as: null }],
    [],
    [],
  ])
  expect(result.outside).toEqual({
    rows: 2,
    columns: [
      { column: 'age', rows: 2 },
      { column: 'sex', rows: 1 },
    ],
  })
})

test('creates bins with round edges, so that an outlier does not compress the other values', () => {
  const values = new Values()
  for (let at = 0; at < 5_000; at += 1) values.add(at / 100)
  values.add(1e9)
  const { edges, counts } = values.bins()
  expect(edges[0]).toBe(5)
  expect(edges.at(-1)).toBe(45)
  expect(new Set(edges.slice(1).map((edge, at) => edge - (edges[at] ?? 0)))).toEqual(new Set([5]))
  expect(counts.slice(0, 2)).toEqual([500, 500])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5_001)
})

test('puts equal values into the same bin', () => {
  const values = new Values()
  for (const value of [7, 7, 7]) values.add(value)
  expect(values.bins()).toEqual({ edges: [], counts: [3] })
  expect(new Values().bins()).toEqual({ edges: [], counts: [0] })
})

test('counts boxes per class: true, predicted and found ones', () => {
  const output: ModelOutput = { kind: 'boxes', label: 'boxes', classes: ['cat', 'dog'], least: 0.05, overlap: 0.5 }
  const box = (name: string, x: number) => ({ class: name, x, y: 0.5, w: 0.2, h: 0.2 })
  const seen = (boxes: [string, number, number][], truth: string | null): Prediction => ({
    kind: 'boxes',
    result: '',
    data: { boxes: truth },
    boxes: boxes.map(([name, x, score]) => ({ ...box(name, x), score })),
  })
  const truth = JSON.stringify([box('cat', 0.2), box('dog', 0.5), box('cow', 0.8)])
  const { result } = summed(
    output,
    [],
    [
      seen(
        [
          ['cat', 0.21, 0.9],
          ['cat', 0.8, 0.5],
          ['dog', 0.5, 0.29],
        ],
        truth,
      ),
      seen([['dog', 0.5, 0.3]], '[]'),
      seen([['dog', 0.5, 0.3]], null),
    ],
  )
  expect(result.boxes).toEqual([
    { type: 'cat', found: 1, there: 1, predicted: 2 },
    { type: 'dog', found: 0, there: 1, predicted: 1 },
  ])
  expect(result.results).toEqual([
    { name: 'cat', rows: 2 },
    { name: 'dog', rows: 2 },
  ])
  expect(result.scores.counts.reduce((sum, count) => sum + count, 0)).toBe(3)
})

test('lists the words that are most often wrong first, and counts positions in code points as Python does', () => {
  const output: ModelOutput = { kind: 'entities', label: 'tags', classes: ['DRUG', 'WHO'] }
  const marked = (words: string[], tags: string[], entities: { start: number; end: number; type: string }[]) => {
    const data = { tokens: JSON.stringify(words), tags: JSON.stringify(tags) }
    return { kind: 'entities', result: '', data, text: words.join(' '), entities } as Prediction
  }
  const summary = new Summary(output, [], 'tokens')
  for (const one of [
    marked(['took', 'Ibu'], ['O', 'B-DRUG'], []),
    marked(['took', 'Ibu'], ['O', 'B-DRUG'], [{ start: 5, end: 8, type: 'WHO' }]),
    marked(['𠮷a', 'Bo'], ['O', 'B-WHO'], [{ start: 3, end: 5, type: 'WHO' }]),
    marked(['𠮷a', 'Bo'], ['O', 'O'], [{ start: 3, end: 5, type: 'WHO' }]),
    marked(['Ann'], ['B-WHO'], [{ start: 0, end: 3, type: 'WHO' }]),
  ])
    summary.add(one)
  expect(summary.result().mistakes).toEqual([
    { text: 'Ibu', type: 'DRUG', missed: 2, falseAlarms: 0 },
    { text: 'Ibu', type: 'WHO', missed: 0, falseAlarms: 1 },
    { text: 'Bo', type: 'WHO', missed: 0, falseAlarms: 1 },
  ])
})
