import { expect, test } from 'vitest'
import { comparableMetrics, compareParties, type Scored, verdictOf } from './comparison.ts'

const scored = (change: Partial<Scored>): Scored => ({
  partyId: '1001',
  name: 'Hospital A',
  rows: 100,
  scoredRows: 60,
  metrics: { accuracy: 0.84, loss: 0.2 },
  aloneMetrics: { accuracy: 0.78, loss: 0.3 },
  gains: null,
  ...change,
})
const other = scored({ partyId: '1002', metrics: { accuracy: 0.82, f1: 0.8 }, aloneMetrics: { accuracy: 0.84 } })

test('compares only metrics for which a party has both a federated and a local score', () => {
  expect(comparableMetrics([scored({}), other])).toEqual(['accuracy', 'loss'])
  expect(comparableMetrics([scored({ aloneMetrics: null })])).toEqual([])
  expect(comparableMetrics([])).toEqual([])
})

test('counts losses like gains, and respects the direction of the metric', () => {
  const compared = compareParties([scored({}), other], 'accuracy')
  expect(compared.map(({ gain }) => Number(gain.toFixed(4)))).toEqual([0.06, -0.02])
  expect(compareParties([scored({}), other], 'loss').map(({ partyId, gain }) => [partyId, gain.toFixed(1)])).toEqual([
    ['1001', '0.1'],
  ])

  const verdict = verdictOf(compared)
  expect(verdict).toMatchObject({ better: 1, same: 0, worse: 1, total: 2 })
  expect(verdict.mean).toBeCloseTo(0.02)
})

test.each([
  [[0.1, 0.2], { better: 2, same: 0, worse: 0 }],
  [[-0.1, 0], { better: 0, same: 1, worse: 1 }],
  [[0.1, 0.00004], { better: 1, same: 1, worse: 0 }],
])('counts the gains %j as %j, by the values that are displayed', (gains, counts) => {
  const compared = compareParties(
    gains.map((gain) => scored({ metrics: { accuracy: gain }, aloneMetrics: { accuracy: 0 } })),
    'accuracy',
  )
  expect(verdictOf(compared)).toMatchObject(counts)
})

test('converts a gain into a number of rows: 1.67 points of 60 rows are one row', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, () => {
  const [one] = compareParties(
    [scored({ metrics: { accuracy: 50 / 60 }, aloneMetrics: { accuracy: 49 / 60 } })],
    'accuracy',
  )
  expect(one?.gainedRows).toBe(1)
  expect(compareParties([scored({})], 'loss')[0]?.gainedRows).toBeNull()
  expect(compareParties([scored({ scoredRows: null })], 'accuracy')[0]?.gainedRows).toBeNull()
})

test.each([
  ['accuracy', { low: -0.02, high: 0.05 }, true, { better: 0, same: 1, worse: 0 }],
  ['accuracy', { low: 0.01, high: 0.09 }, false, { better: 1, same: 0, worse: 0 }],
  ['loss', { low: -0.2, high: -0.01 }, false, { better: 1, same: 0, worse: 0 }],
  ['loss', { low: -0.2, high: 0.01 }, true, { better: 0, same: 1, worse: 0 }],
])(
  'decides for a gain in %s with the interval %j whether it may be due to chance: %s',
  (metric, reported, may, counts) => {
    const compared = compareParties([scored({ gains: { [metric]: reported } })], metric)
    expect(compared.map(({ outcome }) => outcome === 'within')).toEqual([may])
    expect(verdictOf(compared)).toMatchObject({ ...counts, few: 0 })
    expect(compared[0]?.interval?.high).toBeCloseTo(metric === 'loss' ? -reported.low : reported.high)
  },
)

test.each([
  ['seven rows', { scoredRows: 7, gains: { accuracy: { low: -0.41, high: 0.41 } } }, { low: -0.41, high: 0.41 }],
  ['seven rows of a run without intervals', { scoredRows: 7 }, null],
  ['a single point', { gains: { accuracy: { low: 0, high: 0 } } }, null],
  ['no interval of this metric', { gains: { loss: { low: 0.1, high: 0.2 } } }, null],
  ['29 rows that seem sure', { scoredRows: 29, gains: { accuracy: { low: 0.1, high: 0.2 } } }, { low: 0.1, high: 0.2 }],
])('does not decide which model is better from %s', (_name, change, interval) => {
  const compared = compareParties([scored(change)], 'accuracy')
  expect(compared[0]).toMatchObject({ outcome: 'few', interval })
  expect(verdictOf(compared)).toMatchObject({ better: 0, same: 0, worse: 0, few: 1, total: 1 })
})
