import type { ComparableRun, Interval } from '@tessera/contract'

const DAY = 86_400_000

/** Returns a finished run for tests of comparisons. Runs with consecutive numbers are one day apart. */
export const comparableRun = (number: number, change: Partial<ComparableRun> = {}): ComparableRun => ({
  id: `r${number}`,
  taskId: 't1',
  taskName: 'Tumour diagnosis',
  phase: 'completed',
  algorithmId: 'lr',
  codeHash: 'c0de'.repeat(16),
  planHash: 'p1an'.repeat(16),
  parameters: { learning_rate: 0.1, max_iter: 20 },
  columns: ['age', 'chol'],
  target: { kind: 'classes', column: 'diagnosis', classes: ['benign', 'malignant'], integral: false },
  round: 20,
  rounds: 20,
  createTime: new Date(Date.UTC(2026, 0, 1) + number * DAY),
  startTime: new Date(Date.UTC(2026, 0, 1) + number * DAY),
  endTime: new Date(Date.UTC(2026, 0, 1, 0, 2) + number * DAY),
  elapsedMs: 120_000,
  metrics: { accuracy: 0.9 },
  scoredBy: 'rows',
  scores: scoresOf(0.9, 0.85, 0.94),
  failure: null,
  ending: null,
  parties: [
    { partyId: '1001', partyName: 'Hospital A', rowsOffered: 100, rowsUsed: 80, validationRows: 20 },
    { partyId: '1002', partyName: 'Hospital B', rowsOffered: 100, rowsUsed: 80, validationRows: 20 },
  ],
  ...change,
})

export const interval = (value: number, low: number, high: number, rows = 114) =>
  ({ value, low, high, rows }) satisfies Interval

export const scoresOf = (value: number, low: number, high: number): NonNullable<ComparableRun['scores']> => ({
  rows: 114,
  metrics: { accuracy: interval(value, low, high) },
})
