import { expect, test } from 'vitest'
import { comparableMetrics, compareParties, verdictOf } from './comparison.ts'
import { heartCard } from './test-world.ts'

test('only metrics with both scores are compared', () => {
  expect(comparableMetrics(heartCard())).toEqual(['accuracy'])
  expect(comparableMetrics(heartCard({ parties: [] }))).toEqual([])
})

test('a party that lost counts as much as one that gained', () => {
  const compared = compareParties(heartCard(), 'accuracy')
  expect(compared.map(({ gain }) => Number(gain.toFixed(4)))).toEqual([0.06, -0.02])

  const verdict = verdictOf(compared)
  expect(verdict).toMatchObject({ better: 1, same: 0, worse: 1, total: 2 })
  expect(verdict.mean).toBeCloseTo(0.02)
})

test.each([
  [[0.1, 0.2], { better: 2, same: 0, worse: 0 }],
  [[-0.1, 0], { better: 0, same: 1, worse: 1 }],
  [[0.1, 0], { better: 1, same: 1, worse: 0 }],
])('gains %j count as %j', (gains, counts) => {
  const compared = gains.map((gain) => ({ partyId: '1', name: '', rows: 1, alone: 0, together: gain, gain }))
  expect(verdictOf(compared)).toMatchObject(counts)
})
