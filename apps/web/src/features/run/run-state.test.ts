import type { RunEvent } from '@tessera/contract'
import { expect, test } from 'vitest'
import { bestRoundOf, elapsedOf, lastSeq, mergeRun, roundsOf, trafficOf } from './run-state.ts'
import { roundEvent, run } from './test-world.ts'

const started: RunEvent = { runId: 'run1', seq: 1, time: '', kind: 'started', parties: ['1001'], rounds: 3 }

test('events fall into place by sequence, repeats once', () => {
  const first = mergeRun(undefined, { run: run(), events: [started, roundEvent(1, 2)] }, 0)
  const second = mergeRun(first, { run: run(), events: [roundEvent(3, 4), roundEvent(1, 2), roundEvent(2, 3)] }, 0)

  expect(second.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(lastSeq(second)).toBe(4)
  expect(roundsOf(second.events).map(({ round }) => round)).toEqual([1, 2, 3])
})

test('another run begins with nothing of the one before', () => {
  const first = mergeRun(undefined, { run: run(), events: [started, roundEvent(1, 2)] }, 0)
  const other = { ...started, runId: 'run2' }
  const second = mergeRun(first, { run: run({ id: 'run2' }), events: [other] }, 0)

  expect(second.events).toEqual([other])
  expect(mergeRun(second, { run: null, events: [] }, 0).events).toEqual([])
})

test('the clock goes on only while the run does', () => {
  const startTime = new Date(0)
  const going = mergeRun(undefined, { run: run({ phase: 'running', startTime, elapsedMs: 5000 }), events: [] }, 1000)
  const over = mergeRun(undefined, { run: run({ phase: 'completed', startTime, elapsedMs: 5000 }), events: [] }, 1000)

  expect(elapsedOf(going, 4000)).toBe(8000)
  expect(elapsedOf(over, 4000)).toBe(5000)
})

test('the best round is the highest accuracy, but the lowest loss', () => {
  const rounds = roundsOf([roundEvent(1, 2, 0.8, 0.5), roundEvent(2, 3, 0.9, 0.4), roundEvent(3, 4, 0.85, 0.3)])

  expect(bestRoundOf(rounds, 'accuracy')?.round).toBe(2)
  expect(bestRoundOf(rounds, 'loss')?.round).toBe(3)
  expect(bestRoundOf(rounds, 'unheard-of')).toBeNull()
})

test('traffic is the sum over rounds, a repeated round counted once', () => {
  expect(trafficOf([roundEvent(1, 2), roundEvent(2, 3), roundEvent(2, 3)])).toEqual({ up: 200, down: 400 })
})
