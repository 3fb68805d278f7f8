import type { ScreenWatch } from '@tessera/contract'
import { expect, test } from 'vitest'
import { busiestFlow, flowOf, REST } from './flow.ts'

const watch = (change: Partial<ScreenWatch> = {}): ScreenWatch => ({
  ...{ step: 'train', round: 1, rounds: 3, waitingFor: [], work: [], silent: [] },
  ...change,
})
const work = (percent: number) => ({ partyId: 'a', what: 'learning', percent, secondsLeft: null }) as const

test.each([
  ['before it starts nothing is under way', { phase: 'queued', watch: watch() }, { kind: 'rest' }],
  ['who is waited for', { phase: 'waiting', watch: watch({ waitingFor: ['a'] }) }, { kind: 'awaited' }],
  ['who is waited for in mid-run', { phase: 'running', watch: watch({ waitingFor: ['a'] }) }, { kind: 'awaited' }],
  ['who waits too', { phase: 'waiting', watch: watch({ waitingFor: ['b'] }) }, { kind: 'rest' }],
  ['who takes no part knows no more', { phase: 'running', watch: null }, { kind: 'training', step: null }],
  ['an edge that said nothing', { phase: 'running', watch: watch() }, { kind: 'training', step: 'train' }],
  ['the model is with the party', { phase: 'running', watch: watch({ work: [work(40)] }) }, { kind: 'working' }],
  [
    'what computes there gives no sign of life',
    { phase: 'running', watch: watch({ work: [work(40)], silent: [{ partyId: 'a', since: new Date(0) }] }) },
    { kind: 'silent', since: new Date(0) },
  ],
  [
    'its update is back',
    { phase: 'running', watch: watch({ work: [work(100)] }) },
    { kind: 'answered', isSaving: false },
  ],
  ['all are back', { phase: 'running', watch: watch({ step: 'export' }) }, { kind: 'answered', isSaving: true }],
  ['after the end', { phase: 'completed', watch: watch({ work: [work(40)] }) }, { kind: 'rest' }],
] as const)('%s', (_what, run, flow) => {
  expect(flowOf(run, 'a')).toMatchObject(flow)
})

test('a party in several runs shows what says most', () => {
  expect(busiestFlow([])).toBe(REST)
  const training = { kind: 'training', step: null } as const
  expect(busiestFlow([REST, training, { kind: 'awaited' }])).toEqual({ kind: 'awaited' })
  expect(busiestFlow([training, { kind: 'answered', isSaving: false }])).toMatchObject({ kind: 'answered' })
})
