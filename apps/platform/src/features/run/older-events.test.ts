import { RunEvent } from '@tessera/contract'
import { expect, test } from 'vitest'
import { retell } from './older-events.ts'

const time = '2026-03-01T12:00:00.000Z'
const scores = (loss: number) => ({ metrics: { loss }, parties: [{ partyId: '1001', rows: 32, metrics: { loss } }] })
/** As version 2.6 stored them. */
const older = (...losses: number[]) => [
  { runId: 'run', seq: 1, time, kind: 'started', parties: ['1001'], rounds: losses.length },
  ...losses.map((loss, index) => ({
    ...{ runId: 'run', seq: index + 2, time, kind: 'round', round: index + 1, rounds: losses.length },
    ...scores(loss),
    ...{ bytesUp: 10 * (index + 1), bytesDown: 20 * (index + 1) },
  })),
]
const finished = (seq: number, loss: number) => ({ runId: 'run', seq, time, kind: 'finished', ...scores(loss) })
const linesOf = (events: object[]) =>
  retell(events as RunEvent[]).flatMap((event) => {
    expect(RunEvent.safeParse(event).error).toBeUndefined()
    return 'scoredRound' in event ? [[event.kind, event.scoredRound, event.bestRound, event.metrics.loss]] : []
  })

test('a round told of the model before it; the untrained one is never the best', () => {
  expect(linesOf(older(0.2, 0.6, 0.4, 0.5))).toEqual([
    ['round', 0, 0, 0.2],
    ['round', 1, 1, 0.6],
    ['round', 2, 2, 0.4],
    ['round', 3, 2, 0.5],
  ])
})

test('where the last model was kept, its scores are those of the end', () => {
  const events = [...older(0.9, 0.6, 0.4), finished(5, 0.3)]
  expect(linesOf(events).slice(-2)).toEqual([
    ['round', 2, 2, 0.4],
    ['scored', 3, 3, 0.3],
  ])
  expect(retell(events as RunEvent[]).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(retell(events as RunEvent[])[4]).toMatchObject({ bytesUp: 30, bytesDown: 60 })
})

test('where an earlier one was kept, nobody told of the last', () => {
  expect(linesOf([...older(0.9, 0.4, 0.6), finished(5, 0.4)])).toEqual([
    ['round', 0, 0, 0.9],
    ['round', 1, 1, 0.4],
    ['round', 2, 1, 0.6],
  ])
})
