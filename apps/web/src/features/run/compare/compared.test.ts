import type { ComparableRun } from '@tessera/contract'
import { expect, test } from 'vitest'
import { translate } from '../../../lib/i18n.ts'
import { comparableRun, interval, scoresOf } from '../../../testing/kept-runs.ts'
import { scoreRows } from './compared-scores.ts'
import { curvesOption, curvesTable } from './curves-option.ts'
import { settingsOf } from './differences.ts'
import { chosenOf, MAX_COMPARED, numbered, toggled } from './numbered-runs.ts'
import { comparePhrases } from './phrases.ts'
import { rowsDifferences, scoredRowsOf } from './scored-rows.ts'

const runs = (...changes: Parameters<typeof comparableRun>[1][]) =>
  numbered(changes.map((change, place) => comparableRun(place + 1, change)).toReversed())

test('numbers runs from the oldest, and by default compares the newest two that completed', () => {
  const listed = runs({}, { phase: 'failed' }, {}, { phase: 'stopped' })
  const ids = (named: string) => chosenOf(listed, named).map(({ id }) => id)
  expect(listed.map(({ id, number }) => [id, number])).toEqual([
    ['r1', 1],
    ['r2', 2],
    ['r3', 3],
    ['r4', 4],
  ])
  expect(ids('')).toEqual(['r1', 'r3'])
  expect(ids('r4,r2,gone')).toEqual(['r2', 'r4'])
  expect(chosenOf(runs({}, { phase: 'failed' }), '').map(({ id }) => id)).toEqual(['r1', 'r2'])
  expect(toggled(listed.slice(0, 2), 'r3')).toBe('r1,r2,r3')
  expect(toggled(listed.slice(0, 2), 'r1')).toBe('r2')
  const many = runs(...Array.from({ length: 9 }, () => ({})))
  expect(chosenOf(many, many.map(({ id }) => id).join(','))).toHaveLength(MAX_COMPARED)
})

const party = (partyId: string, rows: number) => ({
  partyId,
  partyName: `Hospital ${partyId}`,
  rowsOffered: rows,
  rowsUsed: rows,
  validationRows: 0,
})
const three = ['a', 'b', 'c'].map((id) => party(id, 30))
const ofThree: Partial<ComparableRun> = { scoredBy: 'leave-one-out', parties: three }
const ofOne: Partial<ComparableRun> = { scoredBy: 'leave-one-out', parties: [party('a', 36)] }

test('by default, compares runs that were scored on the same rows', () => {
  const ids = (...changes: Parameters<typeof runs>) => chosenOf(runs(...changes), '').map(({ id }) => id)
  expect(ids(ofThree, ofThree, ofOne)).toEqual(['r1', 'r2'])
  expect(ids(ofOne, ofThree, { ...ofOne, parameters: {} })).toEqual(['r1', 'r3'])
  expect(ids(ofThree, ofOne)).toEqual(['r1', 'r2'])
})

test.each([['leave-one-out'], [null]] as const)('counts the scored rows of a small party (%s)', (scoredBy) => {
  const parties = [party('a', 40), party('b', 30), party('c', 8)]
  const scored = scoredRowsOf(comparableRun(1, { scoredBy, parties, scores: null }))
  expect(scored.scheme).toBe(scoredBy ?? 'leave-one-out')
  expect([scored.total, ...scored.parties.map(({ rows }) => rows)]).toEqual([78, 40, 30, 8])
})

test('uses the number of scored rows that the engine reports', () => {
  const parties = [party('a', 40), party('b', 30), party('c', 8)]
  const scores = { rows: 60, metrics: {} }
  expect(scoredRowsOf(comparableRun(1, { scoredBy: 'leave-one-out', parties, scores })).total).toBe(60)
})

test.each([
  ['the same rows', {}, []],
  ['in another order of parties', { parties: three.toReversed() }, []],
  ['other parties', ofOne, ['parties']],
  ['one party more', { parties: [...three, party('d', 30)] }, ['parties']],
  ['other row counts', { parties: ['a', 'b', 'c'].map((id) => party(id, 31)) }, ['counts']],
  ['another number of scored rows', { scores: { rows: 80, metrics: {} } }, ['counts']],
  [
    'validation rows instead of leave-one-out',
    { scoredBy: 'rows', parties: three.map((one) => ({ ...one, validationRows: 30 })) },
    ['scheme'],
  ],
  [
    'other classes',
    { target: { kind: 'classes', column: 'diagnosis', classes: ['x', 'y'], integral: false } },
    ['target'],
  ],
  [
    'no statistics',
    { scoredBy: null, parties: three.map((one) => ({ ...one, rowsUsed: null, validationRows: null })) },
    ['unknown'],
  ],
] as const)('finds differences between the scored rows of runs with %s', (_what, change, expected) => {
  const [first, other] = runs(ofThree, { ...ofThree, ...(change as Partial<ComparableRun>) })
  if (!first || !other) throw new Error('two runs')
  expect(rowsDifferences(first, other)).toEqual(expected)
  const [row] = scoreRows([first, { ...other, metrics: { accuracy: 0.5 } }])
  expect(row?.cells[1]?.versusFirst === 'other').toBe(expected.length > 0)
})

test.each([
  ['intervals apart, higher', 0.99, 0.97, 1, 'better'],
  ['intervals apart, lower', 0.7, 0.6, 0.8, 'worse'],
  ['intervals that overlap', 0.93, 0.89, 0.96, 'within'],
  ['intervals that touch', 0.97, 0.94, 0.99, 'within'],
  ['the very same value', 0.9, 0.8, 0.95, 'same'],
] as const)(
  'judges a difference: %s',
  { meta: { spec: 'screens.run-comparison' } },
  (_what, value, low, high, versusFirst) => {
    const [row] = scoreRows(runs({}, { scores: scoresOf(value, low, high) }))
    expect(row?.cells.map((cell) => cell?.versusFirst)).toEqual(['first', versusFirst])
  },
)

test('treats a lower loss as better, and a score without an interval as undecided', () => {
  const loss = (value: number, low: number, high: number) => ({
    metrics: { loss: value },
    scores: { rows: 114, metrics: { loss: interval(value, low, high) } },
  })
  const [row] = scoreRows(runs({ metrics: {}, scores: null }, loss(0.5, 0.4, 0.6), loss(0.2, 0.1, 0.3)))
  expect(row?.cells.map((cell) => cell?.versusFirst ?? null)).toEqual([null, 'first', 'better'])
  const [plain] = scoreRows(runs({}, { metrics: { accuracy: 0.7 }, scores: null }))
  expect(plain?.cells[1]).toEqual({
    value: 0.7,
    interval: null,
    ends: null,
    share: null,
    versusFirst: 'unknown',
  })
})

test.each([
  ['29 rows', interval(0.99, 0.97, 1, 29)],
  ['no interval', { value: 0.99, low: null, high: null, rows: 114 }],
  ['an interval that is impossible', interval(0.99, 0.97, 1.02)],
])('does not judge which run is better for a score with %s', (_what, found) => {
  const [row] = scoreRows(runs({}, { scores: { rows: 114, metrics: { accuracy: found } } }))
  expect(row?.cells.map((cell) => cell?.versusFirst)).toEqual(['first', 'few'])
})

test('lists sensitivity and specificity of each class in the comparison', () => {
  const share = (value: number, low: number, high: number) => ({ ...interval(value, low, high, 34), count: 31 })
  const classes = (sensitivity: ReturnType<typeof share>) => ({
    scores: {
      ...scoresOf(0.9, 0.85, 0.94),
      classes: [{ class: 'malignant', sensitivity, specificity: null, ppv: null, npv: null }],
    },
  })
  const rows = scoreRows(runs(classes(share(0.6, 0.5, 0.7)), classes(share(0.9, 0.8, 0.95))))
  expect(rows.map(({ of }) => of).slice(1)).toEqual([
    { class: 'malignant', share: 'sensitivity' },
    { class: 'malignant', share: 'specificity' },
  ])
  expect(rows[1]?.cells.map((cell) => cell?.versusFirst)).toEqual(['first', 'better'])
  expect(rows[2]?.cells).toEqual([null, null])
})

test('lists settings that differ between runs first, then the equal ones', () => {
  const words = {
    algorithm: (id: string) => `algorithm ${id}`,
    parameter: (name: string) => ({ learning_rate: 'Learning rate', max_iter: 'Rounds' })[name] ?? name,
    value: (_name: string, value: unknown) => String(value),
  }
  const texts = {
    words,
    number: String,
    list: (names: string[]) => names.join(', '),
    t: (key: keyof typeof comparePhrases.en, params?: Record<string, string | number>) =>
      translate(comparePhrases, key, params, 'en'),
  }
  const settings = settingsOf(
    runs({}, { parameters: { learning_rate: 0.01, max_iter: 20, l2: 1 }, columns: ['age'] }),
    texts,
  )
  expect(settings.filter(({ differs }) => differs).map(({ name, values }) => [name, ...values])).toEqual([
    ['Columns', '2 columns; not in all runs: chol', '1 column'],
    ['l2', '–', '1'],
    ['Learning rate', '0.1', '0.01'],
  ])
  expect(settings.filter(({ differs }) => !differs).map(({ name, values }) => [name, values[0]])).toEqual([
    ['Algorithm', 'algorithm lr'],
    ['To predict', 'diagnosis'],
    ['Parties', 'Hospital A, Hospital B'],
    ['Data used', '160'],
    ['Rounds', '20'],
    ['Code hash', 'c0dec0dec0de'],
  ])
  expect(settingsOf(runs({}, {}), texts).some(({ differs }) => differs)).toBe(false)
})

test('draws the curves of runs with distinct symbols and strokes, and lists the figures in a table', () => {
  const rounds = (...values: number[]) => values.map((accuracy, round) => ({ round, metrics: { accuracy } }))
  const request = {
    curves: [
      { name: 'Run 1', bestRound: 1, rounds: rounds(0.5, 0.9, 0.8) },
      { name: 'Run 2', bestRound: null, rounds: rounds(0.5, 0.7) },
    ],
    metric: 'accuracy',
    words: { round: 'After round', metric: 'Accuracy', format: (value: number) => `${value * 100}%` },
  }
  const option = curvesOption(request)
  expect([option.xAxis.name, option.yAxis.name]).toEqual(['After round', 'Accuracy'])
  expect(option.series.map(({ name, data }) => [name, data])).toEqual([
    [
      'Run 1',
      [
        [0, 0.5],
        [1, 0.9],
        [2, 0.8],
      ],
    ],
    [
      'Run 2',
      [
        [0, 0.5],
        [1, 0.7],
      ],
    ],
  ])
  expect(new Set(option.series.map(({ symbol, lineStyle }) => `${symbol} ${lineStyle.type}`)).size).toBe(2)
  const [first] = option.series
  expect([0, 1, 2].map((dataIndex) => first?.symbolSize(null, { dataIndex }))).toEqual([5, 14, 5])
  expect(curvesTable(request)).toEqual({
    columns: ['After round', 'Run 1', 'Run 2'],
    rows: [
      ['0', '50%', '50%'],
      ['1', '90%', '70%'],
      ['2', '80%', '–'],
    ],
  })
})
