import type { Run } from '@tessera/contract'
import type { RoundEvent } from './run-state.ts'

/** A run of tests with two parties. */
export function run(change: Partial<Run> = {}): Run {
  return {
    id: 'run1',
    taskId: 't1',
    phase: 'running',
    step: 'train',
    round: 1,
    rounds: 3,
    progress: 33,
    startTime: new Date('2026-01-05T08:00:00Z'),
    endTime: null,
    elapsedMs: 5000,
    metrics: {},
    failure: null,
    waitingFor: [],
    lastSeq: 1,
    parties: [partyOf('1001', 'Hospital A'), partyOf('1002', 'Hospital B')],
    abilities: { stop: false, resubmit: false },
    ...change,
  }
}

const partyOf = (partyId: string, partyName: string): Run['parties'][number] => ({
  partyId,
  partyName,
  rowsOffered: 100,
  rowsUsed: 80,
  validationRows: 20,
  metrics: { accuracy: 0.95 },
  aloneMetrics: { accuracy: 0.91 },
  isOnline: true,
  lastSeen: null,
})

export function roundEvent(round: number, seq: number, accuracy = 0.9, loss = 0.3): RoundEvent {
  return {
    runId: 'run1',
    seq,
    time: '2026-01-05T08:00:00Z',
    kind: 'round',
    round,
    rounds: 3,
    metrics: { accuracy, loss },
    parties: [
      { partyId: '1001', rows: 80, metrics: { accuracy: accuracy - 0.01, loss }, seconds: 0.2 },
      { partyId: '1002', rows: 80, metrics: { accuracy: accuracy + 0.01, loss }, seconds: 0.3 },
    ],
    bytesUp: 100,
    bytesDown: 200,
  }
}
