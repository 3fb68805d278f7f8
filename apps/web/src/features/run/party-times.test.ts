import { expect, test } from 'vitest'
import { roundEvent } from '../../testing/run.ts'
import { stageTimes } from './party-times.ts'

const at = (seq: number, second: number) => ({ ...roundEvent(seq, seq), time: new Date(second * 1000).toISOString() })

test('begins a stage when its slowest party begins, and ends it with the stage’s event', {
  meta: { spec: 'screens.task-panel-training' },
}, () => {
  expect(stageTimes([at(1, 10), at(2, 12)])).toEqual([
    { seq: 1, from: 0, seconds: 0.3, slowest: '1002', parties: times },
    { seq: 2, from: expect.closeTo(2), seconds: 0.3, slowest: '1002', parties: times },
  ])
})

test('returns only the newest eight stages', () => {
  const many = Array.from({ length: 20 }, (_, n) => at(n + 1, n))
  expect(stageTimes(many).map(({ seq }) => seq)).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
})

test('returns no stage for which an edge reported no times', () => {
  expect(stageTimes([{ ...at(1, 10), parties: [{ partyId: '1001', rows: 1, metrics: {} }] }])).toEqual([])
})

const times = [
  { partyId: '1001', seconds: 0.2 },
  { partyId: '1002', seconds: 0.3 },
]
