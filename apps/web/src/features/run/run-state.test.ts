import type { RunEvent } from '@tessera/contract'
import { expect, test } from 'vitest'
import { roundEvent, run, scoredEvent } from '../../testing/run.ts'
import { bestRoundOf, elapsedOf, lastSeq, leftOf, mergeRun, scoresOf, stageOf, trafficOf } from './run-state.ts'

const started: RunEvent = { runId: 'run1', seq: 1, time: '', kind: 'started', parties: ['1001'], rounds: 3 }

test('sorts events by sequence number and drops duplicates', () => {
  const first = mergeRun(undefined, { run: run(), events: [started, roundEvent(1, 2)] }, 0)
  const second = mergeRun(first, { run: run(), events: [roundEvent(3, 4), roundEvent(1, 2), roundEvent(2, 3)] }, 0)

  expect(second.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(lastSeq(second)).toBe(4)
  expect(scoresOf(second.events).map(({ scoredRound }) => scoredRound)).toEqual([0, 1, 2])
})

test('discards the events of the previous run when a new run begins', () => {
  const first = mergeRun(undefined, { run: run(), events: [started, roundEvent(1, 2)] }, 0)
  const other = { ...started, runId: 'run2' }
  const second = mergeRun(first, { run: run({ id: 'run2' }), events: [other] }, 0)

  expect(second.events).toEqual([other])
  expect(mergeRun(second, { run: null, events: [] }, 0).events).toEqual([])
})

test('advances the clock of a run only while the run is active', () => {
  const startTime = new Date(0)
  const going = mergeRun(undefined, { run: run({ phase: 'running', startTime, elapsedMs: 5000 }), events: [] }, 1000)
  const over = mergeRun(undefined, { run: run({ phase: 'completed', startTime, elapsedMs: 5000 }), events: [] }, 1000)

  expect(elapsedOf(going, 4000)).toBe(8000)
  expect(elapsedOf(over, 4000)).toBe(5000)
})

test('returns the scores of each model once, from the untrained to the last', () => {
  const events = [roundEvent(1, 2, 0.4), roundEvent(2, 3, 0.7), roundEvent(2, 4, 0.8), scoredEvent(2, 5, 0.9)]
  expect(scoresOf(events).map(({ scoredRound, metrics }) => [scoredRound, metrics.accuracy])).toEqual([
    [0, 0.4],
    [1, 0.8],
    [2, 0.9],
  ])
})

test('uses the best round that the engine reports, even if another has a higher score', () => {
  expect(bestRoundOf([])).toBeNull()
  expect(bestRoundOf([roundEvent(1, 2)])).toBeNull()
  const events = [roundEvent(1, 2), roundEvent(2, 3, 0.8, 0.3, 1), scoredEvent(2, 4, 0.9, 0.4, 1)]
  expect(bestRoundOf(events)).toBe(1)
})

test('returns the newest total of the traffic, not the sum of all totals', () => {
  expect(trafficOf([])).toEqual({ up: 0, down: 0 })
  expect(trafficOf([roundEvent(1, 2), roundEvent(2, 3), scoredEvent(2, 4)])).toEqual({ up: 400, down: 800 })
})

test('estimates the time left from the pace of the newest rounds, and counts down', {
  meta: { spec: 'screens.task-panel-training' },
}, () => {
  const startTime = new Date('2026-01-05T08:00:00Z')
  const at = (round: number, second: number) => ({
    ...roundEvent(round, round),
    rounds: 10,
    time: new Date(startTime.getTime() + second * 1000).toISOString(),
  })
  const state = (events: RunEvent[], change: Parameters<typeof run>[0] = {}) =>
    mergeRun(undefined, { run: run({ startTime, rounds: 10, elapsedMs: 20_000, ...change }), events }, 0)

  expect(leftOf(state([at(1, 16)]), 0)).toBeNull()
  expect(leftOf(state([at(1, 16), at(2, 18), at(3, 20)]), 0)).toBe(14_000)
  expect(leftOf(state([at(1, 16), at(2, 18), at(3, 20)]), 3_000)).toBe(11_000)
  expect(leftOf(state([at(1, 16), at(2, 18), at(3, 20)]), 60_000)).toBe(0)
  // Before the newest six rounds, there is a pause of one hour, which does not affect their mean duration.
  const again = [1, 2, 3, 4, 5, 6, 7].map((round) => at(round, round === 1 ? 0 : 3_600 + round))
  expect(leftOf(state(again, { elapsedMs: 3_607_000 }), 0)).toBe(3_000)
  expect(leftOf(state([], { round: 2 }), 1_000)).toBe(79_000)
  expect(leftOf(state([at(1, 16), at(2, 18)], { phase: 'completed' }), 0)).toBeNull()
})

test('lists parties that are known to have answered a stage or to be working on it', {
  meta: { spec: 'screens.task-panel-training' },
}, () => {
  const [one, other] = run().parties
  if (!one || !other) throw new Error('two parties')
  const done = { ...one, work: { what: 'learning', percent: 100, secondsLeft: 0 } as const }
  const busy = { ...other, partyId: '1003', work: { what: 'learning', percent: 40, secondsLeft: 9 } as const }
  const nothing = { answered: [], working: [] }
  expect(stageOf(run())).toEqual(nothing)
  expect(stageOf(run({ parties: [done, other] }))).toEqual({ answered: ['1001'], working: [] })
  expect(stageOf(run({ parties: [done, other, busy] }))).toEqual({ answered: ['1001'], working: ['1003'] })
  expect(stageOf(run({ parties: [done] }))).toEqual(nothing)
  expect(stageOf(run({ phase: 'completed', parties: [done, other] }))).toEqual(nothing)
})
