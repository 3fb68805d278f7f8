import { expect, test } from 'vitest'
import { comparableMetrics, compare } from './compare.ts'
import { run } from './test-world.ts'

const [a, b] = run().parties as [ReturnType<typeof run>['parties'][number], ReturnType<typeof run>['parties'][number]]

test('gain is positive where together is better, whichever way the metric counts', () => {
  const scored = run({
    parties: [
      { ...a, metrics: { accuracy: 0.95, loss: 0.2 }, aloneMetrics: { accuracy: 0.9, loss: 0.3 } },
      { ...b, metrics: { accuracy: 0.9 }, aloneMetrics: { accuracy: 0.92 } },
    ],
  })

  expect(compare(scored, 'accuracy').map(({ gain }) => Math.round(gain * 100))).toEqual([5, -2])
  expect(compare(scored, 'loss').map(({ partyId, gain }) => [partyId, Math.round(gain * 10)])).toEqual([['1001', 1]])
  expect(comparableMetrics(scored)).toEqual(['accuracy', 'loss'])
})

test('without scores alone there is nothing to compare', () => {
  expect(comparableMetrics(run({ parties: [{ ...a, aloneMetrics: null }] }))).toEqual([])
})
