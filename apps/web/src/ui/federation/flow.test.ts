import type { ScreenWatch } from '@tessera/contract'
import { expect, test } from 'vitest'
import { busiestFlow, flowOf, REST } from './flow.ts'

const watch = (change: Partial<ScreenWatch> = {}): ScreenWatch => ({
  step: 'train',
  round: 1,
  rounds: 3,
  waitingFor: [],
  work: [],
  silent: [],
  ...change,
})
const work = (percent: number) => ({ partyId: 'a', what: 'learning', percent, secondsLeft: null }) as const

test.each([
  ['shows nothing before the run starts', { phase: 'queued', watch: watch() }, { kind: 'rest' }],
  [
    'shows a party for which the run waits',
    { phase: 'waiting', watch: watch({ waitingFor: ['a'] }) },
    { kind: 'awaited' },
  ],
  [
    'shows a party for which the run waits during training',
    { phase: 'running', watch: watch({ waitingFor: ['a'] }) },
    { kind: 'awaited' },
  ],
  [
    'shows no wait for a party that is connected',
    { phase: 'waiting', watch: watch({ waitingFor: ['b'] }) },
    { kind: 'rest' },
  ],
  [
    'shows only training to readers who do not take part',
    { phase: 'running', watch: null },
    { kind: 'training', step: null },
  ],
  [
    'shows the step for an edge that has not reported',
    { phase: 'running', watch: watch() },
    { kind: 'training', step: 'train' },
  ],
  ['shows that a party computes', { phase: 'running', watch: watch({ work: [work(40)] }) }, { kind: 'working' }],
  [
    'shows that the computation of a party does not respond',
    { phase: 'running', watch: watch({ work: [work(40)], silent: [{ partyId: 'a', since: new Date(0) }] }) },
    { kind: 'silent', since: new Date(0) },
  ],
  [
    'shows that a party’s update has arrived',
    { phase: 'running', watch: watch({ work: [work(100)] }) },
    { kind: 'answered', isSaving: false },
  ],
  [
    'shows that the model is being saved',
    { phase: 'running', watch: watch({ step: 'export' }) },
    { kind: 'answered', isSaving: true },
  ],
  ['shows nothing after the end', { phase: 'completed', watch: watch({ work: [work(40)] }) }, { kind: 'rest' }],
] as const)('%s', { meta: { spec: 'screens.big-screen' } }, (_what, run, flow) => {
  expect(flowOf(run, 'a')).toMatchObject(flow)
})

test('shows the most informative state of a party that is in several runs', () => {
  expect(busiestFlow([])).toBe(REST)
  const training = { kind: 'training', step: null } as const
  expect(busiestFlow([REST, training, { kind: 'awaited' }])).toEqual({ kind: 'awaited' })
  expect(busiestFlow([training, { kind: 'answered', isSaving: false }])).toMatchObject({ kind: 'answered' })
})
