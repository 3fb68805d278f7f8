import type { Run } from '@tessera/contract'

/** Returns a run with two parties, for tests. */
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
    ending: null,
    waitingFor: [],
    waitingUntil: null,
    lastSeq: 1,
    scoredBy: null,
    scores: null,
    residuals: null,
    table: null,
    parties: [partyOf('1001', 'Hospital A'), partyOf('1002', 'Hospital B')],
    finishesEarly: false,
    abilities: { stop: false, finishEarly: false, resubmit: false },
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
  gains: null,
  work: null,
  silentSince: null,
  isOnline: true,
  lastSeen: null,
})

/** Returns the event at the end of a round. It contains the scores of the model from the beginning of that round. */
export const roundEvent = (round: number, seq: number, accuracy?: number, loss?: number, bestRound?: number) => ({
  kind: 'round' as const,
  round,
  rounds: 3,
  ...scores(round - 1, seq, accuracy, loss, bestRound),
})

/** Returns the event with the scores of the last model. */
export const scoredEvent = (round: number, seq: number, accuracy?: number, loss?: number, bestRound?: number) => ({
  kind: 'scored' as const,
  ...scores(round, seq, accuracy, loss, bestRound),
})

function scores(scoredRound: number, seq: number, accuracy = 0.9, loss = 0.3, bestRound = scoredRound) {
  return {
    runId: 'run1',
    seq,
    time: '2026-01-05T08:00:00Z',
    scoredRound,
    bestRound,
    metrics: { accuracy, loss },
    parties: [
      { partyId: '1001', rows: 80, metrics: { accuracy: accuracy - 0.01, loss }, seconds: 0.2 },
      { partyId: '1002', rows: 80, metrics: { accuracy: accuracy + 0.01, loss }, seconds: 0.3 },
    ],
    // Total amounts since the run began, which increase with each event.
    bytesUp: 100 * seq,
    bytesDown: 200 * seq,
  }
}
