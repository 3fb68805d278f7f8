import type { RunEvent } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import {
  applyRunEvent,
  progressOf,
  type RunParty,
  type RunState,
  waitingForOf,
  withAway,
  withSilence,
  withWork,
} from './run-state.ts'

const time = '2026-03-01T12:00:00.000Z'
const party = (partyId: string) => ({
  partyId,
  name: partyId,
  rowsOffered: 40,
  rowsUsed: null,
  validationRows: null,
  metrics: {},
  aloneMetrics: null,
})
const queued: RunState = {
  phase: 'queued',
  step: 'starting',
  round: 0,
  rounds: 2,
  metrics: {},
  parties: [party('1001'), party('1002')],
  waitingFor: [],
  failure: null,
  lastSeq: 0,
  startTime: null,
}

type ReportedEvent = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, 'runId' | 'seq' | 'time'> : never) : never
const numbered = (events: ReportedEvent[]) =>
  events.map((event, index) => ({ runId: 'run', seq: index + 1, time, ...event }) as RunEvent)
const scores = (scoredRound: number, accuracy: number) => ({
  scoredRound,
  bestRound: scoredRound,
  metrics: { accuracy },
  parties: [
    { partyId: '1001', rows: 32, metrics: { accuracy } },
    { partyId: '1002', rows: 30, metrics: { accuracy: accuracy / 2 } },
  ],
  bytesUp: 10,
  bytesDown: 20,
})
const round = (number: number, accuracy: number): ReportedEvent => ({
  kind: 'round',
  round: number,
  rounds: 2,
  ...scores(number - 1, accuracy),
})
const whole = numbered([
  { kind: 'waiting', missing: ['1002'] },
  { kind: 'started', parties: ['1001', '1002'], rounds: 2 },
  {
    kind: 'statistics',
    parties: [
      { partyId: '1001', rows: 32, validationRows: 8 },
      { partyId: '1002', rows: 30, validationRows: 7 },
    ],
  },
  round(1, 0.6),
  round(2, 0.8),
  { kind: 'scored', ...scores(2, 0.7) },
  {
    kind: 'finished',
    bytesUp: 0,
    bytesDown: 0,
    metrics: { accuracy: 0.8 },
    parties: [
      {
        partyId: '1001',
        rows: 32,
        metrics: { accuracy: 0.9 },
        aloneMetrics: { accuracy: 0.7 },
        gains: { accuracy: { low: -0.1, high: 0.4 } },
      },
    ],
  },
])
const after = (events: RunEvent[], from: RunState = queued) => events.reduce(applyRunEvent, from)

describe('the state of a run after its events', () => {
  test.each([
    ['waiting', 1, { phase: 'waiting', step: 'starting', waitingFor: ['1002'] }, 0],
    ['started', 2, { phase: 'running', step: 'statistics', waitingFor: [], startTime: new Date(time) }, 5],
    ['statistics', 3, { phase: 'running', step: 'train', round: 0 }, 5],
    ['first round', 4, { step: 'train', round: 1, metrics: { accuracy: 0.6 } }, 47.5],
    ['last round', 5, { step: 'evaluate', round: 2, metrics: { accuracy: 0.8 } }, 90],
    ['last model', 6, { step: 'evaluate', round: 2, metrics: { accuracy: 0.7 } }, 90],
    ['finished', 7, { phase: 'running', step: 'export', metrics: { accuracy: 0.8 } }, 97],
  ])('derives phase, step and progress of a run after the event: %s', (_what, count, expected, progress) => {
    const run = after(whole.slice(0, count))
    expect(run).toMatchObject({ ...expected, lastSeq: count })
    expect(progressOf(run)).toBe(progress)
  })

  test('counts the only round of a run that sends its scores without a round event', () => {
    const once = [
      ...whole.slice(0, 3),
      ...numbered([{ kind: 'scored', ...scores(1, 0.7) }]).map((e) => ({ ...e, seq: 4 })),
    ]
    expect(after(once, { ...queued, rounds: 1 })).toMatchObject({ step: 'evaluate', round: 1 })
  })

  test('stores the rows and metrics of each party', () => {
    expect(after(whole).parties).toMatchObject([
      { partyId: '1001', rowsOffered: 40, rowsUsed: 32, validationRows: 8, aloneMetrics: { accuracy: 0.7 } },
      { partyId: '1002', rowsOffered: 40, rowsUsed: 30, metrics: { accuracy: 0.35 }, aloneMetrics: null },
    ])
  })

  test('ignores repeated events in any order', () => {
    const twice = whole.flatMap((event, index) => [event, ...whole.slice(0, index + 1)])
    expect(after(twice)).toEqual(after(whole))
  })

  test('discards a party’s work progress at the run’s next event', () => {
    const run = after(whole.slice(0, 3))
    const parties = withWork(run, '1001', { what: 'learning', percent: 40, secondsLeft: null }) ?? []
    expect(parties.map(({ work }) => work?.percent)).toEqual([40, undefined])
    expect(withWork(run, '1009', { what: 'learning', percent: 40, secondsLeft: null })).toBeNull()
    expect(applyRunEvent({ ...run, parties }, whole[3] as RunEvent).parties.some((party) => 'work' in party)).toBe(
      false,
    )
  })

  test('shows a silent worker only for its own party, until the worker recovers or is ended', () => {
    const now = new Date('2026-01-05T10:01:00.000Z')
    const since = '2026-01-05T10:00:29.000Z'
    const run = after(whole.slice(0, 3))
    const seq = (number: number) => ({ runId: 'run', seq: number, time })
    const silent = { ...run, parties: withSilence(run, '1002', 31, now) ?? [] }
    expect(silent.parties.map(({ silentSince }) => silentSince)).toEqual([undefined, since])
    expect(withSilence(run, '1003', 31, now)).toBeNull()
    expect(withSilence({ ...run, phase: 'stopped' }, '1002', 31, now)).toBeNull()
    expect(withSilence(run, '1002', null, now)).toBeNull()
    expect(withSilence(silent, '1002', null, now)).toEqual(run.parties)
    const partiesAfter = (more: object) =>
      applyRunEvent(silent, { ...seq(run.lastSeq + 1), ...more } as RunEvent).parties
    const silence = (parties: RunParty[]) => parties.map(({ silentSince }) => silentSince)
    expect(silence(partiesAfter({ kind: 'waiting', missing: ['1001'] }))).toEqual([undefined, since])
    const lost = { kind: 'party-failed', code: 'run.worker-hung', params: { seconds: 300 } }
    expect(silence(partiesAfter({ ...lost, partyId: '1001' }))).toEqual([undefined, since])
    expect(silence(partiesAfter({ ...lost, partyId: '1002' }))).toEqual([undefined, undefined])
    expect(silence(partiesAfter({ kind: 'started', rounds: 3 }))).toEqual([undefined, undefined])
  })

  test('waits for a party that is lost during training, while the other parties continue', () => {
    const run = after(whole.slice(0, 3))
    const parties = withWork(run, '1001', { what: 'learning', percent: 40, secondsLeft: null }) ?? []
    const seq = (number: number) => ({ runId: 'run', seq: run.lastSeq + number })
    const lost = after(
      [
        { ...seq(1), time, kind: 'party-failed', partyId: '1002', code: 'run.worker-died', params: {} },
        { ...seq(2), time, kind: 'waiting', missing: ['1002'] },
        { ...seq(3), time: '2026-03-01T12:01:00.000Z', kind: 'waiting', missing: ['1002'] },
      ],
      { ...run, parties },
    )
    expect(lost).toMatchObject({ phase: 'running', step: 'train', waitingFor: ['1002'] })
    expect(lost.parties).toMatchObject([{ work: { percent: 40 } }, { missedSince: time }])
    const back = applyRunEvent(lost, { ...seq(4), time, kind: 'waiting', missing: [] })
    expect(waitingForOf(back)).toEqual([])
    expect(back.parties).toEqual(parties)
  })

  test('waits for a party from the time its edge is seen offline until the edge is seen again', () => {
    const run = after(whole.slice(0, 3))
    const [then, now] = [new Date(time), new Date('2026-03-01T12:01:00.000Z')]
    const parties = withAway(run, ['1002'], then) ?? []
    expect(parties.map(({ awaySince }) => awaySince)).toEqual([undefined, time])
    expect(waitingForOf({ ...run, parties })).toEqual(['1002'])
    expect(withAway({ ...run, parties }, ['1002'], now)).toBeNull()
    const both = withAway({ ...run, parties }, ['1001', '1002'], now) ?? []
    expect(both.map(({ awaySince }) => awaySince)).toEqual([now.toISOString(), time])
    expect(withAway({ ...run, parties }, [], now)).toEqual(run.parties)
    expect(withAway({ ...run, phase: 'failed' }, ['1002'], then)).toBeNull()
  })

  test('discards a party’s finished progress at its next stage, and shows no progress for quick stages', {
    meta: { spec: 'screens.task-panel-training' },
  }, () => {
    const run = after(whole.slice(0, 3))
    const begins = { what: 'learning', percent: 0, secondsLeft: null } as const
    expect(withWork(run, '1001', begins)).toBeNull()
    const parties = withWork(run, '1001', { what: 'reading', percent: 100, secondsLeft: 0 }) ?? []
    expect(withWork({ ...run, parties }, '1001', begins)).toEqual(run.parties)
  })

  test('ignores an event that arrives too early until the events before it have arrived', () => {
    const first = after(whole.slice(0, 2))
    expect(applyRunEvent(first, whole[4] as RunEvent)).toBe(first)
  })

  test('stores which party failed, where and why, and accepts no event afterwards', () => {
    const failed = numbered([{ kind: 'failed', code: 'data.not-numeric', params: { column: 'chol' }, partyId: '1002' }])
    const run = after(
      failed.map((event) => ({ ...event, seq: 5 })),
      after(whole.slice(0, 4)),
    )
    expect(run).toMatchObject({
      phase: 'failed',
      failure: { code: 'data.not-numeric', params: { column: 'chol' }, partyId: '1002', step: 'train', round: 1 },
    })
    expect(applyRunEvent(run, { ...(whole[5] as RunEvent) })).toBe(run)
  })
})
